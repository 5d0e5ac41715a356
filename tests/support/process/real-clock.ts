// Before every test file: a test that was given up does not leave its clock to those behind it.
import { afterEach, vi } from "vitest";

afterEach(() => void vi.useRealTimers());

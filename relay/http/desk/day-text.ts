import { dateText, type When } from "../../words/mail-words.ts";

/** The day as the office counts it, from midnight to midnight of its own time zone, as Swedes write it: "2026-11-22" */
export const dayOf = (at: number, timeZone: string): string => new Date(at).toLocaleDateString("sv-SE", { timeZone });

/** "Sunday, November 22, 2026" */
export const dayText = (at: number, when: When): string =>
  dateText(at, when, { weekday: "long", year: "numeric", month: "long", day: "numeric" });

/** "2:53 p.m." */
export const hourText = (at: number, when: When): string => dateText(at, when, { hour: "numeric", minute: "2-digit" });

/** "Nov 22, 2026, 2:53 p.m." */
export const momentText = (at: number, when: When): string =>
  dateText(at, when, { dateStyle: "medium", timeStyle: "short" });

#!/usr/bin/env node
// The command, for scripts that name it by its path. Node loads no module from below some folders: npm's `bin` names the file behind it.
import "./eventsite.cjs";

import "./main.ts";

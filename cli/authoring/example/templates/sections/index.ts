// Every section type. To add one: make its folder and add its line here.
import request from "./request/index.tsx";
import walkList from "./walk-list/index.tsx";
import welcome from "./welcome/index.tsx";

export const sections = [welcome, walkList, request] as const;

#!/usr/bin/env node --if=a&&b
import { argv } from "node:process";
const run = async (name) => { if (!name) throw new Error("name?"); return import(name); };
await run(argv[2] ?? "./default.mjs");
export { run };

import fs = require("fs");
const read = (name: string): string => fs.existsSync(name) ? fs.readFileSync(name, "utf8") : "";
export = read;

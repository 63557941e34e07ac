export { exitCode } from "./exit-code";
export { main } from "./main";

declare function external(value: string): void;
declare const version: string;
declare class Remote { constructor(url: string); call(): Promise<void>; static shared: Remote; get ready(): boolean }
declare module "legacy" { export function start(): void; export default class Legacy { stop(): void } }
declare global { interface Window { started?: boolean } function reset(): void }
declare namespace Plugin { let name: string; function load(name: string): void }
namespace Runtime {
  export const on = version ? true : false;
  export function go() { return on && external("x"); }
}
export { Remote, Runtime };

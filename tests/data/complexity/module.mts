import data from "./data.json" with { type: "json" };
export const load = async <T>(name: string): Promise<T> => (await import(name)).default ?? data;
export { load as default };

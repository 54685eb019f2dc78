export class Registry {
  static entries = new Map();
  static {
    for (const name of ["one", "two"]) {
      if (name) this.entries.set(name, () => name || "none");
    }
  }
  static {}
  static { try { this.ready = true; } catch { this.ready = false; } }
  static() { return 1; }
}

export class Account {
  static count = 0;
  readonly created: Date = new Date();
  owner?: string;
  declare tag: string;
  private balance: number = Account.count > 0 ? 10 : 0;
  #secret = 42;
  onChange = (value: number) => { if (value) this.balance = value; };
  legacy = function () { return 1; };
  constructor(readonly id: string, private kind = id || "none") { Account.count++; }
  get total(): number { return this.balance && this.#secret; }
  set total(value: number) { this.balance = value || 0; }
  #hidden(flag: boolean) { return flag ? 1 : 2; }
  static #shared() { return new Account("x").#hidden(true); }
  static create() { return Account.#shared(); }
  has(other: object) { return #secret in other && true; }
  static async = 1;
  get = 2;
  set = () => 3;
  static;
  async() { return this.kind; }
}

import { Component, EventEmitter, Input, OnInit, Output, inject } from "@angular/core";
@Component({ selector: "app-rows", template: `<p *ngIf="rows && rows.length; else none">{{ a || b }}</p>` })
export class RowsComponent implements OnInit {
  @Input() rows: string[] = [];
  @Input({ required: true }) title!: string;
  @Output() picked = new EventEmitter<string>();
  private readonly service = inject(Map<string, number>);
  public readonly total$ = [1, 2].map((x) => x * 2);
  constructor(private readonly parent: Map<string, string>, public name: string = "rows") {}
  ngOnInit(): void { this.rows = this.rows?.length ? this.rows : [...this.parent.keys()]; }
  pick(row: string): void { if (row && this.service.has(row)) this.picked.emit(row); }
  protected override toString(): string { return this.title; }
}

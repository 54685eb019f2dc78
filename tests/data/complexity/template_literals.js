export const css = (strings, ...values) => strings.raw.join("") + values.length;
export const button = css`
  color: ${(props) => props.primary ? "white" : "black"};
  if (a && b) { for (;;) {} }
  ${({ wide }) => wide && `width: ${wide > 1 ? "100%" : `calc(${wide || 1}px)`};`}
`;
export const text = `function notCounted() { return a || b; } \${a ? b : c} \` ${css`x`} ${"}"}`;

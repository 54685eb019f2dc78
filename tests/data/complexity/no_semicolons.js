const a = 1
const b = () => a
let c = a
++c
function d() {
  return
  a || b
}
const e = async () => {
  const f = await d()
  ;[1, 2].forEach((x) => x && f)
  if (f) return f
  else return null
}
export default e

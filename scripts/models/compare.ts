/** What walks saw of a machine on the page. */
export type Seen = { states: Set<string>; transitions: Set<string> }

type Machine = { machine: string; states: readonly string[]; transitions: readonly string[] }

/**
 * A machine beside what walks saw of it. `register`: what no person can cause, with its reason. `faults`: what was neither
 * seen nor named, what was named but seen, and what is named but does not exist.
 */
export function compare(
  { machine, states, transitions }: Machine,
  seen: Seen | undefined,
  register: Record<string, string>,
) {
  const isSeen = (name: string) => seen?.states.has(name) === true || seen?.transitions.has(name) === true
  const isNamed = (name: string) => Object.hasOwn(register, name)
  const all = [...states, ...transitions]
  const fault = (what: string, names: readonly string[]) => names.map((name) => `${what}: ${machine} ${name}`)
  return {
    states: states.filter(isSeen).length,
    transitions: transitions.filter(isSeen).length,
    byNobody: transitions.filter(isNamed).length,
    faults: [
      ...fault(
        'not seen on the page',
        all.filter((name) => !isSeen(name) && !isNamed(name)),
      ),
      ...fault(
        'seen on the page, but the register says that nobody can cause it',
        all.filter((name) => isSeen(name) && isNamed(name)),
      ),
      ...fault(
        'in the register, but not in the machine',
        Object.keys(register).filter((name) => !all.includes(name)),
      ),
    ],
  }
}

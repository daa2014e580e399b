/** Questions asked while the code of the dialog loads. Only the last one is kept, and `ask` asks it later. */
let held: { ask: (() => void) | null; onAsked: () => void } | null = null

/** Questions wait from now on until `releaseQuestions`. `onAsked` brings their place at once, for somebody waits. */
export function holdQuestions(onAsked: () => void): void {
  held = { ask: null, onAsked }
}

/** Called when the dialog is ready: asks the kept question. */
export function releaseQuestions(): void {
  const ask = held?.ask
  held = null
  ask?.()
}

/** Another place can ask what waits, before its usual one is there. */
export function askHeldQuestion(): void {
  const ask = held?.ask
  if (held) held.ask = null
  ask?.()
}

/** Keeps a question while its place is coming; false where it can be asked at once. */
export function holdQuestion(ask: () => void): boolean {
  if (!held) return false
  held.ask = ask
  held.onAsked()
  return true
}

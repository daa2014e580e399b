/** Questions asked while the code of the dialog loads. Only the last one is kept, and `ask` asks it later. */
let held: { ask: (() => void) | null; onAsked: () => void } | null = null

/** From now on questions are kept until `releaseQuestions`. `onAsked` loads the dialog at once when a question comes. */
export function holdQuestions(onAsked: () => void): void {
  held = { ask: null, onAsked }
}

/** Called when the dialog is ready: asks the kept question. */
export function releaseQuestions(): void {
  const ask = held?.ask
  held = null
  ask?.()
}

/** Asks the kept question in another place, before the usual dialog is ready. */
export function askHeldQuestion(): void {
  const ask = held?.ask
  if (held) held.ask = null
  ask?.()
}

/** Keeps a question while the dialog loads; false when it can be asked at once. */
export function holdQuestion(ask: () => void): boolean {
  if (!held) return false
  held.ask = ask
  held.onAsked()
  return true
}

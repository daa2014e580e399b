/** One option of a list that opens during typing. */
export type Suggestion = { id: string; label: string; detail?: string }

/** Completions of the text before the caret. `typed`: its last part, which the chosen option replaces. */
export type Suggestions = { typed: string; options: readonly Suggestion[] }

/** Answers for the text between the start of the line and the caret; null when nothing is being asked. */
export type Suggest = (textBefore: string) => Suggestions | null

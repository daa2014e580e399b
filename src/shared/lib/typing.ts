/** What a person writes text in. A text that can be edited has any value of `contenteditable` but `false`. */
const texts = 'input, textarea, [contenteditable]:not([contenteditable="false"])'

const isWithin = (target: EventTarget | null, fields: string): boolean =>
  target instanceof Element && target.closest(fields) !== null

/** True for an event of a text that a person writes. */
export const isWriting = (target: EventTarget | null): boolean => isWithin(target, texts)

/** True for an event of a field that takes letters: a text, or a list that is searched by typing. Shortcuts leave it alone. */
export const isTyping = (target: EventTarget | null): boolean => isWithin(target, `${texts}, select`)

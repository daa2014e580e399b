/** Inputs that take letters: no choices, no buttons. */
const input = 'input:not([type=radio],[type=checkbox],[type=range],[type=file],[type=button],[type=submit])'
/** What a person writes text in. A text that can be edited has any value of `contenteditable` but `false`. */
const texts = `${input}, textarea, [contenteditable]:not([contenteditable="false"])`
/** Lists that are searched by letters. */
const lists = '[role="menu"], [role="listbox"], [role="combobox"]'
/** What arrows move: a letter means nothing there. */
const moved = 'input:not([type="checkbox"]), [role="radiogroup"], [role="tablist"], [role="slider"]'
const moves = /^( |Enter|Home|End|Arrow\w+|Page\w+)$/
const layers = '[aria-modal="true"], dialog[open], [data-position][role="dialog"]'

const isWithin = (target: EventTarget | null, fields: string): boolean =>
  target instanceof Element && target.closest(fields) !== null

/** True for an event of a text that a person writes. */
export const isWriting = (target: EventTarget | null): boolean => isWithin(target, texts)

/** True for an event of a field that takes letters: a text, or a list that is searched by typing. Shortcuts leave it alone. */
export const isTyping = (target: EventTarget | null): boolean => isWithin(target, `${texts}, select`)

/**
 * True for a key that belongs to the element in use: every key of a text and of a list, of a choice only those that move
 * it. A letter after a click on “All” is a shortcut; an arrow there goes to the next choice.
 */
export const isKeyOf = (target: EventTarget | null, key: string): boolean =>
  isTyping(target) ||
  isWithin(target, lists) ||
  (moves.test(key) && isWithin(target, moved)) ||
  (key === ' ' && isWithin(target, 'input'))

/** True while a dialog, or what opened from a button, is on the page: the keys are its own. */
export const isLayerOpen = (): boolean => document.querySelector(layers) !== null

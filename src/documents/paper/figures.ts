/** True for an amount, a number, a day or a code: a short text with digits and without words. It is never broken over two lines. */
export const isFigure = (text: string): boolean => text.length <= 22 && /\d/.test(text) && !/\p{L}{4}/u.test(text)

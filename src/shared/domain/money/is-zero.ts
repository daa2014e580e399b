/** True for an amount, as decimal text, that is nothing, whatever its places and sign: `0`, `-0.00`. */
export const isZero = (amount: string): boolean => /^[+-]?(0+(\.0*)?|\.0+)$/.test(amount.trim())

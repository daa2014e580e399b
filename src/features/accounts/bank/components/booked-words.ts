/** `Booked as RCPT-2026-0412 of Bakery Ltd.` A payment run, which is the number itself, is said once. */
export const bookedWords = (number: string, whose: string): string =>
  number === whose ? `Booked as ${number}.` : `Booked${number ? ` as ${number}` : ''} of ${whose}.`

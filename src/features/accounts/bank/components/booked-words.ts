/** `Booked as RCPT-2026-0412.` */
export const bookedWords = (number: string): string => (number ? `Booked as ${number}.` : 'Booked.')

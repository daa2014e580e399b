/** What an account is called until its person says a name: the part of the e-mail before the at sign, else New User (spec 1 §9). */
export const nameOfAddress = (email: string): string => email.split('@', 1)[0] || 'New User'

import { hashSync } from 'bcryptjs'

/** A bcrypt hash of the lowest cost: tests sign in hundreds of people, and the usual cost is a tenth of a second each time. */
export const quickHash = (password: string): string => hashSync(password, 4)

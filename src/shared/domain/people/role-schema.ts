import { z } from 'zod'
import { roles } from './role.ts'

/** A role as the database sends it. Apart from the roles themselves, so that public pages load no zod. */
export const roleSchema = z.enum(roles)

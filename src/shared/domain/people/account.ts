import { z } from 'zod'
import { roleSchema } from './role-schema'

/** One account as `list_accounts` returns it; fields for managers are null for others. */
export const accountSchema = z.object({
  user_id: z.string(),
  role: roleSchema,
  contact_id: z.string().nullable(),
  name: z.string().nullable(),
  last_name: z.string().nullable(),
  logo_url: z.string().nullable(),
  email: z.string(),
  phone: z.string().nullable(),
  profile: z.string().nullable(),
  registered_at: z.string(),
  last_seen_at: z.string().nullable(),
  is_confirmed: z.boolean().nullable(),
  is_deactivated: z.boolean(),
  has_temporary_password: z.boolean().nullable(),
  has_second_factor: z.boolean().nullable(),
  /** Of who was invited and did not come yet, for managers. */
  invited_at: z.string().nullable(),
  invitation_ends_at: z.string().nullable(),
})
export type Account = z.infer<typeof accountSchema>

/** First and last name, else the address. */
export const accountName = ({ name, last_name, email }: Account): string =>
  [name, last_name].filter(Boolean).join(' ').trim() || email

/** True when name, address or phone contain every word of the search. */
export function matchesAccount(account: Account, search: string): boolean {
  const text = [accountName(account), account.email, account.phone, account.role.replaceAll('_', ' ')]
    .join(' ')
    .toLowerCase()
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

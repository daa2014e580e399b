import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const list = z
  .string()
  .default('')
  .transform((text) => text.split(/[,\s]+/).filter(Boolean))

const environmentSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  SIGNWRIGHT_DATA_DIR: z
    .string()
    .min(1)
    .default(fileURLToPath(new URL('../../.signwright', import.meta.url))),
  SIGNWRIGHT_SEED: z.enum(['demo', 'empty']).default('demo'),
  /** Whoever holds this mailbox becomes the first admin of a company that has none. */
  SIGNWRIGHT_ADMIN: z.string().trim().toLowerCase().pipe(z.email('must be an e-mail address')).optional(),
  SIGNWRIGHT_SITE_URL: z.url({ protocol: /^https?$/ }).optional(),
  SIGNWRIGHT_ALLOWED_ORIGINS: list,
  SIGNWRIGHT_COMPANY_DOMAIN: z.string().default(''),
  SIGNWRIGHT_RATES_URL: z
    .url({ protocol: /^https?$/ })
    .refine((url) => url.includes('{base}'), 'must hold {base} where the currency goes')
    .optional(),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
})

export type Settings = z.infer<typeof environmentSchema>

/** The settings of the embedded server. Throws one sentence that names what is wrong. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const filled = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = environmentSchema.safeParse(filled)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Error(`The setting ${issue?.path.join('.')} is not valid: ${issue?.message}.`)
}

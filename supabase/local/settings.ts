import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const list = z
  .string()
  .default('')
  .transform((text) => text.split(/[,\s]+/).filter(Boolean))

const mailNames = ['SIGNWRIGHT_MAIL_URL', 'SIGNWRIGHT_MAIL_KEY', 'SIGNWRIGHT_MAIL_FROM'] as const

const environmentSchema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  SIGNWRIGHT_DATA_DIR: z
    .string()
    .min(1)
    .default(fileURLToPath(new URL('../../.signwright', import.meta.url))),
  SIGNWRIGHT_SEED: z.enum(['year', 'demo', 'empty']).default('year'),
  /** The mailbox of the first admin of a company without one. */
  SIGNWRIGHT_ADMIN: z.string().trim().toLowerCase().pipe(z.email('must be an email address')).optional(),
  SIGNWRIGHT_SITE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The number of the company's own proxies in front of the server. */
  SIGNWRIGHT_TRUSTED_PROXIES: z.coerce.number().int().min(0).max(9).default(0),
  /** The longest time of one statement in the embedded database, which blocks all others. */
  SIGNWRIGHT_STATEMENT_SECONDS: z.coerce.number().int().min(1).max(600).default(10),
  SIGNWRIGHT_ALLOWED_ORIGINS: list,
  /** Hosts of the back office, beside `system.`, `portal.` and this machine. */
  SIGNWRIGHT_STAFF_HOSTS: list.transform((hosts) =>
    hosts.map((host) => host.toLowerCase().replace(/^https?:\/\/|\/$/g, '')),
  ),
  SIGNWRIGHT_COMPANY_DOMAIN: z.string().default(''),
  SIGNWRIGHT_RATES_URL: z
    .url({ protocol: /^https?$/ })
    .refine((url) => url.includes('{base}'), 'must hold {base} where the currency goes')
    .optional(),
  /** Street tiles of maps: an address with {z}, {x} and {y}. */
  SIGNWRIGHT_MAP_TILES: z
    .url({ protocol: /^https?$/ })
    .refine((url) => ['{z}', '{x}', '{y}'].every((part) => url.includes(part)), 'must hold {z}, {x} and {y}')
    .optional(),
  /** Whom the licence of the tiles wants named. */
  SIGNWRIGHT_MAP_ATTRIBUTION: z.string().max(200).default(''),
  /** Whether accounts without an address may be made. Signwright itself has no use for them. */
  SIGNWRIGHT_ANONYMOUS_SIGN_INS: z
    .enum(['true', 'false'])
    .default('false')
    .transform((word) => word === 'true'),
  /** Whether live channels that ask nobody's rights may be joined. Signwright itself has no use for them. */
  SIGNWRIGHT_PUBLIC_CHANNELS: z
    .enum(['true', 'false'])
    .default('false')
    .transform((word) => word === 'true'),
  /** What a monitor sends to read `/metrics`. */
  SIGNWRIGHT_METRICS_TOKEN: z.string().min(16, 'must have at least 16 letters').optional(),
  /** The port on this machine at which reporting tools read the embedded database. */
  SIGNWRIGHT_PG_PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  SIGNWRIGHT_MAIL_URL: z.url({ protocol: /^https?$/ }).optional(),
  SIGNWRIGHT_MAIL_KEY: z.string().optional(),
  SIGNWRIGHT_MAIL_FROM: z.string().optional(),
  /** Whether other servers work on the same database and the same data directory. */
  SIGNWRIGHT_CLUSTER: z
    .enum(['true', 'false'])
    .default('false')
    .transform((word) => word === 'true'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'must begin with postgres://')
    .optional(),
})

const settingsSchema = environmentSchema.transform((settings, refusal) => {
  if (settings.SIGNWRIGHT_CLUSTER && !settings.DATABASE_URL) {
    const message = 'several servers need a PostgreSQL: set DATABASE_URL'
    refusal.addIssue({ code: 'custom', path: ['SIGNWRIGHT_CLUSTER'], message })
  }
  const [url, key, from] = mailNames.map((name) => settings[name])
  if (url && key && from) return { ...settings, mail: { url, key, from } }
  const missing = mailNames.find((name) => !settings[name])
  if (missing && (url ?? key ?? from)) {
    const message = 'SIGNWRIGHT_MAIL_URL, _KEY and _FROM belong together'
    refusal.addIssue({ code: 'custom', path: [missing], message })
  }
  return { ...settings, mail: null }
})

/** `mail` is the service that takes the mails; null where they stay in the mailbox. */
export type Settings = z.infer<typeof settingsSchema>

/** Reads the settings of the embedded server. Throws one sentence that names the invalid one. */
export function readSettings(environment: NodeJS.ProcessEnv): Settings {
  const filled = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))
  const parsed = settingsSchema.safeParse(filled)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  throw new Error(`The setting ${issue?.path.join('.')} is not valid: ${issue?.message}.`)
}

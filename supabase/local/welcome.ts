import { previewed } from '../../src/shared/domain/web/site-preview.ts'
import type { FirstAdmin } from './first-admin.ts'
import type { DemoAccount } from './gateway/local-pages.ts'

type Welcome = {
  url: string
  /** The address that people type, when that is not where the server listens. */
  siteUrl?: string | undefined
  /** The addresses for colleagues when the server listens to other machines. */
  office?: readonly string[]
  /** The key of `/mail`; undefined when a mail service is set. */
  mailKey?: string | undefined
  /** Where reporting tools read, if they may. */
  reports?: string | undefined
  people: readonly DemoAccount[]
  /** Whole days since the demo company was made. */
  demoAge: number
  firstAdmin: FirstAdmin
}

/** The day of the demo company was written when it was made: after these many days it looks deserted. */
const staleAfter = 7

/** The text that the server prints when it is ready: addresses, people who may sign in, and missing settings. */
export function welcome({ url, siteUrl, office = [], mailKey, reports, people, demoAge, firstAdmin }: Welcome): string {
  const lines = ['', `  Signwright is ready: ${url}`, '']
  const typed = siteUrl ? [siteUrl] : office
  if (typed.length > 0) lines.push('  Colleagues open:', ...typed.map((address) => `    ${address}`), '')
  const here = siteUrl ?? url
  if (people.length > 0) {
    const widest = (key: 'name' | 'role') => Math.max(...people.map((person) => person[key].length))
    lines.push('  Demo people, all with the password “signwright”:')
    for (const { name, role, email } of people)
      lines.push(`    ${name.padEnd(widest('name'))}  ${role.padEnd(widest('role'))}  ${email}`)
    lines.push('')
    if (demoAge >= staleAfter)
      lines.push(
        `  This demo company is ${demoAge} days old: its deliveries are over, and its timers have run since.`,
        '  A fresh one, beside it: SIGNWRIGHT_DATA_DIR=~/signwright-demo npm start',
        '',
      )
  }
  const aboutAdmin = wordsAbout(firstAdmin, here)
  if (aboutAdmin.length > 0) lines.push(...aboutAdmin.map((line) => `  ${line}`), '')
  lines.push(`  Your public site: ${new URL(previewed('/'), here).href}`)
  if (mailKey) lines.push(`  Mail that it sends: ${new URL(`/mail?key=${mailKey}`, here).href}`)
  if (reports) lines.push(`  ${reports}`)
  lines.push('  Stop it with Ctrl-C.', '')
  return lines.join('\n')
}

function wordsAbout(firstAdmin: FirstAdmin, url: string): string[] {
  switch (firstAdmin.kind) {
    case 'nobody':
      return [
        'Nobody is admin yet, so nobody can approve newcomers. Say whose mailbox it is, and start again:',
        '  SIGNWRIGHT_ADMIN=you@company.example npm start',
      ]
    case 'named':
      return [
        `Nobody is admin yet. ${firstAdmin.email} becomes admin:`,
        `  create an account with this address at ${url}/auth, follow the link in the mail, and sign in.`,
      ]
    case 'there':
      return firstAdmin.named === 'somebody else'
        ? ['SIGNWRIGHT_ADMIN changes nothing: there is an admin already, who gives roles in the app.']
        : []
  }
}

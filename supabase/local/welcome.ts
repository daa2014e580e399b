import type { FirstAdmin } from './first-admin.ts'
import type { DemoAccount } from './gateway/local-pages.ts'

type Welcome = { url: string; host: string; people: readonly DemoAccount[]; firstAdmin: FirstAdmin }

/** What the server prints once it serves: where, who may sign in, and what is still missing. */
export function welcome({ url, host, people, firstAdmin }: Welcome): string {
  const lines = ['', `  Signwright is ready: ${url}`, '']
  if (people.length > 0) {
    const widest = (key: 'name' | 'role') => Math.max(...people.map((person) => person[key].length))
    lines.push('  Demo people, all with the password “signwright”:')
    for (const { name, role, email } of people)
      lines.push(`    ${name.padEnd(widest('name'))}  ${role.padEnd(widest('role'))}  ${email}`)
    lines.push('')
  }
  const aboutAdmin = wordsAbout(firstAdmin, url)
  if (aboutAdmin.length > 0) lines.push(...aboutAdmin.map((line) => `  ${line}`), '')
  if (isLoopback(host)) lines.push(`  Mail that it sends: ${url}/mail`)
  lines.push('  Stop it with Ctrl-C.', '')
  return lines.join('\n')
}

const isLoopback = (host: string) => /^(127\.|localhost|::1)/.test(host)

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

// `npm run account-mails`: writes the mail templates of Supabase and their subjects from the texts of mails about accounts.
import { readFile, writeFile } from 'node:fs/promises'
import { accountMailTemplates, withSubjects } from '../supabase/local/rest-auth/auth/mail-templates.ts'

const config = new URL('../supabase/config.toml', import.meta.url)
const templates = await accountMailTemplates()
for (const { name, html } of templates)
  await writeFile(new URL(`../supabase/templates/${name}.html`, import.meta.url), html)
await writeFile(config, withSubjects(await readFile(config, 'utf8'), templates))
console.log(`${templates.length} templates`)

import { Anchor } from '@mantine/core'
import { useSay } from '@/kit/client-page/use-say'
import { linesForReader } from '@/shared/domain/places/address-lines'
import { useLanguage } from '@/shared/hooks/language/page-language'
import { policyPart } from '@/shared/domain/texts/policy/part'
import type { Company } from '../../shared/company'

/** The company's contact data, as far as they are set. `isWhole`: with legal form, register and who represents it, as on an imprint. */
export function CompanyCard({ company, isWhole = false }: { company: Company; isWhole?: boolean }) {
  const say = useSay(policyPart)
  return (
    <address style={{ fontStyle: 'normal' }}>
      <strong>{company.name}</strong>
      {isWhole && company.legalForm && !company.name.endsWith(` ${company.legalForm}`) ? (
        <div>{company.legalForm}</div>
      ) : null}
      {linesForReader(company.place, useLanguage(), null).map((line) => (
        <div key={line}>{line}</div>
      ))}
      {isWhole && company.representedBy ? (
        <div>
          {say('represented_by')}: {company.representedBy}
        </div>
      ) : null}
      {company.phone ? (
        <div>
          {say('phone')}: <Anchor href={`tel:${company.phone.replace(/[^\d+]/g, '')}`}>{company.phone}</Anchor>
        </div>
      ) : null}
      {company.email ? (
        <div>
          {say('email')}: <Anchor href={`mailto:${company.email}`}>{company.email}</Anchor>
        </div>
      ) : null}
      {isWhole && company.registerCourt ? (
        <div>
          {say('register')}: {company.registerCourt}
        </div>
      ) : null}
      {company.registrationNumber ? (
        <div>
          {say('registration_number')}: {company.registrationNumber}
        </div>
      ) : null}
      {isWhole && company.legalNotice ? <div>{company.legalNotice}</div> : null}
      {company.vatNumber ? (
        <div>
          {company.taxIdName === 'VAT' ? say('tax_id') : company.taxIdName}: {company.vatNumber}
        </div>
      ) : null}
    </address>
  )
}

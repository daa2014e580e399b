import { Anchor } from '@mantine/core'
import type { Company } from '../../shared/company'

/** The company's contact data, as far as they are set. */
export function CompanyCard({ company }: { company: Company }) {
  return (
    <address style={{ fontStyle: 'normal' }}>
      <strong>{company.name}</strong>
      {company.addressLines.map((line) => (
        <div key={line}>{line}</div>
      ))}
      {company.phone ? (
        <div>
          Phone: <Anchor href={`tel:${company.phone.replace(/[^\d+]/g, '')}`}>{company.phone}</Anchor>
        </div>
      ) : null}
      {company.email ? (
        <div>
          Email: <Anchor href={`mailto:${company.email}`}>{company.email}</Anchor>
        </div>
      ) : null}
      {company.registrationNumber ? <div>Registration number: {company.registrationNumber}</div> : null}
      {company.vatNumber ? (
        <div>
          {company.taxIdName}: {company.vatNumber}
        </div>
      ) : null}
    </address>
  )
}

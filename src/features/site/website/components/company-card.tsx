import { Anchor } from '@mantine/core'
import { addressLinesOf } from '@/shared/domain/places/address-lines'
import type { Company } from '../../shared/company'

/** The company's contact data, as far as they are set. */
export function CompanyCard({ company }: { company: Company }) {
  return (
    <address style={{ fontStyle: 'normal' }}>
      <strong>{company.name}</strong>
      {addressLinesOf(company.place).map((line) => (
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

import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { isColour } from '@/shared/domain/web/brand-colour'
import { memoryOfBrowser } from '@/shared/lib/memory'
import { companyQuery } from '../shared/api/company.query'
import { unnamedCompany } from '../shared/company'

/** `brandColour`: `#0b5c73`, or null when none is chosen. */
type CompanyLook = { name: string; logoUrl: string | null; country: string | null; brandColour: string | null }

const textOrNull = (value: unknown): value is string | null => value === null || typeof value === 'string'

function readLook(stored: unknown): { data?: CompanyLook } {
  const { name, logoUrl, country = null, brandColour } = Object(stored) as Record<keyof CompanyLook, unknown>
  const fits = typeof name === 'string' && textOrNull(logoUrl) && textOrNull(country) && textOrNull(brandColour)
  if (!fits || (brandColour !== null && !isColour(brandColour))) return {}
  return { data: { name, logoUrl, country, brandColour } }
}

const remembered = memoryOfBrowser('company-look', { safeParse: readLook })

/** The company's name, logo and colour: those of the last visit until they are read, so that nothing flickers. */
export function useCompanyLook(): CompanyLook {
  const company = useQuery(companyQuery()).data
  const [last, setLast] = useState(() => remembered.read() ?? lookOf(unnamedCompany))
  const look = company ? lookOf(company) : last
  if (
    look.name !== last.name ||
    look.logoUrl !== last.logoUrl ||
    look.country !== last.country ||
    look.brandColour !== last.brandColour
  )
    setLast(look)
  useEffect(() => void remembered.keep(last), [last])
  return look
}

const lookOf = ({ name, logoUrl, country, brandColour }: CompanyLook): CompanyLook => ({
  name,
  logoUrl,
  country,
  brandColour,
})

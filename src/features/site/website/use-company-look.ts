import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { isColour } from '@/shared/domain/brand-colour'
import { memoryOfBrowser } from '@/shared/lib/memory'
import { companyQuery } from './api/company.query'
import { unnamedCompany } from './company'

const lookSchema = z.object({
  name: z.string(),
  logoUrl: z.string().nullable(),
  country: z.string().nullable().default(null),
  /** `#0b5c73`; null while the company chose none. */
  brandColour: z.string().refine(isColour).nullable(),
})
type CompanyLook = z.infer<typeof lookSchema>

const remembered = memoryOfBrowser('company-look', lookSchema)

/** Name, logo and colour of the company: those of the last visit until they were read, so that nothing flickers. */
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

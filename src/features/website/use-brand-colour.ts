import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import { isColour } from '@/shared/domain/brand-colour'
import { memoryOfBrowser } from '@/shared/lib/memory'
import { companyQuery } from './api/company.query'

const remembered = memoryOfBrowser('brand-colour', z.string().refine(isColour).nullable())

/** The colour of the company, null while it has none; from the last visit until the company was read. */
export function useBrandColour(): string | null {
  const company = useQuery(companyQuery()).data
  const [first, setFirst] = useState(remembered.read)
  useEffect(() => {
    if (!company) return
    remembered.keep(company.brandColour)
    setFirst(company.brandColour)
  }, [company])
  return company ? company.brandColour : first
}

import { useQuery } from '@tanstack/react-query'
import { companyZoneQuery } from '@/shared/db/reads/company-zone.query'

/** The IANA name of the time zone of the company; null until it is read. */
export const useCompanyZone = (): string | null => useQuery(companyZoneQuery).data ?? null

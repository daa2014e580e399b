import { useQuery } from '@tanstack/react-query'
import { companyQuery } from './api/company.query'
import { type Company, unnamedCompany } from './company'

export const useCompany = (): Company => useQuery(companyQuery()).data ?? unnamedCompany

import { linesForReader } from '@/shared/domain/places/address-lines'
import { useLanguage } from '@/shared/hooks/language/page-language'
import { useCompany } from './use-company'

/**
 * Street, town and country of the company in the order of an envelope, without the parts that nobody filled in. The
 * orders of the countries are apart from `companyOf`, which the office loads first.
 */
export const useAddressLines = (): string[] => linesForReader(useCompany().place, useLanguage(), null)

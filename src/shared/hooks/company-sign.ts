import { createContext, useContext } from 'react'

/** By what people know the company: on the top bar, on the way in, at the foot of a page. */
export type CompanySign = {
  name: string
  logoUrl: string | null
  /** Where new addresses are, unless told otherwise. */
  country: string | null
}

export const CompanySignContext = createContext<CompanySign>({ name: 'Signwright', logoUrl: null, country: null })
export const useCompanySign = (): CompanySign => useContext(CompanySignContext)

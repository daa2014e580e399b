import { createContext, useContext } from 'react'

/** The company's name and logo for the top bar, the sign-in page and the footer. */
export type CompanySign = {
  name: string
  logoUrl: string | null
  /** The default country of new addresses. */
  country: string | null
}

export const CompanySignContext = createContext<CompanySign>({ name: 'Signwright', logoUrl: null, country: null })
export const useCompanySign = (): CompanySign => useContext(CompanySignContext)

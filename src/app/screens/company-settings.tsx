import { CompanySettingsScreen } from '@/features/site/website/components/company-settings-screen'
import { QuotationSettings } from '@/features/sales/settings/components/quotation-settings'

/** /settings/company: the company, its VAT rates, and how its quotations begin. */
export const CompanySettings = () => (
  <CompanySettingsScreen>
    <QuotationSettings />
  </CompanySettingsScreen>
)

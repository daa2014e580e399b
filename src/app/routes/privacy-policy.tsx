export { PrivacyPage as Component } from '@/features/site/website/components/privacy-page'

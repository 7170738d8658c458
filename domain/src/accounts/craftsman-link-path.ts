/** The page of a craftsman's link: 3 + 22 characters, because it stands in a short message (D-35). */
export const craftsmanLinkPath = (token: string): string => `/s/${token}`

type Section = { id: string; title: string; paragraphs: string[]; points?: string[] }

/** What visitors do once the directory is open is stored from then on. */
const isDirectoryLive = import.meta.env.VITE_DIRECTORY === 'live'

export const effectiveDate = 'April 11, 2025'

/** The parts of the policy in their order; the page adds its link to the rights and to the contact. */
export const policy: Section[] = [
  {
    id: 'information-we-collect',
    title: 'Information We Collect',
    paragraphs: ['We collect what you give us and what the service needs in order to run:'],
    points: [
      'Account details: your email address and your password, which is stored only as a hash.',
      'Profile details: your name and phone number and, where you add them, your address, country and interests.',
      'Communities: the name, description, location, category, member count, WhatsApp link, groups and image of each community you list.',
      ...(isDirectoryLive
        ? [
            'Joins: which communities you asked to join, and on which days. Owners see how many people joined, never who.',
            'Reports: the reason and the text with which you report a community, which only administrators see.',
          ]
        : []),
      'A sign-in session, kept in your browser so that you stay signed in until you sign out.',
    ],
  },
  {
    id: 'how-we-use-information',
    title: 'How We Use Your Information',
    paragraphs: ['We use this information to:'],
    points: [
      'sign you in and keep your account secure;',
      'review, approve and show the communities you list;',
      'send you the emails that confirm your address or let you set a new password;',
      'tell you by email what was decided about your communities and when an invite link stops working, unless you switch that off in your profile;',
      'find and stop abuse of the directory.',
    ],
  },
  {
    id: 'sharing',
    title: 'Sharing of Information',
    paragraphs: [
      'We do not sell your personal information.',
      `What you enter about a community is meant to be shown to others once it is approved, its WhatsApp link included${isDirectoryLive ? ': it is given to people who are signed in and ask to join' : ''}. Your profile details are seen only by you and by the administrators of this directory.`,
      'Companies that host our database and files or deliver our emails process the information for us and only on our instructions. We disclose it otherwise only where the law requires it.',
    ],
  },
  {
    id: 'security',
    title: 'Security',
    paragraphs: [
      'Information travels over encrypted connections, and the database itself checks on every request who may read or change each record. No system is perfectly secure, so please choose a password that you use nowhere else.',
    ],
  },
  {
    id: 'your-rights',
    title: 'Your Rights',
    paragraphs: ['You may at any time:'],
    points: [
      'see and correct your profile and your communities;',
      'delete a community;',
      `delete your account, which permanently removes your profile, your communities and their images${isDirectoryLive ? ', your joins and your reports' : ''};`,
      'choose which emails about your communities you get;',
      'download a copy of what we hold about you.',
    ],
  },
  {
    id: 'third-party-links',
    title: 'Third-Party Links',
    paragraphs: [
      'Communities lead to WhatsApp, and some images are loaded from a stock photo service. Those services have privacy policies of their own, and we are not responsible for what they do. Joining a WhatsApp group shows your phone number to its members.',
    ],
  },
  {
    id: 'changes',
    title: 'Changes to This Policy',
    paragraphs: [
      'When this policy changes we publish the new version on this page and change the effective date above. We do not announce changes by email, so please look at that date from time to time.',
    ],
  },
  {
    id: 'contact',
    title: 'Contact Us',
    paragraphs: ['Questions about this policy or about your information are welcome at'],
  },
]

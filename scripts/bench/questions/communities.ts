/** Sentences that end the descriptions in English. As in real ones, they contain words that are not the topic. */
export const endings = [
  'Say hello when you arrive, and tell us how long you stay. No advertising.',
  'Some of us came for a week and stayed for years. Ask about visas, doctors and SIM cards.',
  'Afterwards there is usually tea, and somebody brings a chess board or works of art.',
  'Locals and visitors in equal numbers. Please write to an admin if somebody is rude.',
  'Most of us do business by day. We have friends in Porto and Tokyo, so ask before you travel on.',
  'Meet at the station ten minutes early. We share a car, and a coffee on the way back.',
  'Remote workers, students and retired people are all welcome. The pub comes later.',
]

/**
 * Invented communities. A line that starts with # is a place, the lines below it are its communities:
 *   # name | country | code | latitude, longitude | alternative names
 *   name | category | join type, languages, members | description | groups
 * No text contains 'food', which must not be corrected to 'good'.
 */
export const directory = `
# Bali | Indonesia | ID | -8.41, 115.19 | Denpasar, Ubud, Canggu
Dawn Patrol | Sports | open, en, 840 | Surf before breakfast: boards, vans and tides. | First waves, Board swap
Women Who Surf | Sports | request, en es, 410 | A friendly lineup for women, and a lesson for beginners on Sundays.
Ubud Yoga & Breathwork | Culture | open, en, 1250 | Vinyasa, yin and silent mornings in the rice fields. | Retreats
Bali Digital Nomads | Digital Nomads | open, en, 4300 | Visas, villas, SIM cards and a welcome drink every Monday.
Coworking Canggu | Digital Nomads | request, en ru, 760 | Shared desks, fast internet and a quiet room for calls.
Pendaki Gunung Bali | Tours & Adventure | open, id, 530 | Naik Gunung Batur dan Agung setiap akhir pekan. | Sewa tenda
Bahasa over Coffee | Culture | open, id en, 690 | Practice Indonesian with locals, twice a week.
Nusa Divers | Sports | request, en de, 380 | Scuba trips to manta rays and wrecks. | Freediving, Night dives
Plates without Meat | Social | open, en, 920 | Vegan warungs, raw cakes and a potluck on the last Saturday.
Серферы Бали | Sports | open, ru, 610 | Утренний серфинг, прокат досок и поиск жилья на острове.
# Cape Town | South Africa | ZA | -33.93, 18.42 | Kaapstad, Mother City
Mountain Walkers | Tours & Adventure | open, en, 2100 | Easy trails on Sundays, steep ones midweek. | Sunrise walks
Kite & Wing | Sports | request, en de, 460 | Wind checks at seven, kitesurfing at the lagoon until dark. | Used kites
Desk with a View | Digital Nomads | open, en, 970 | Fast cafés, power cuts and a shared table every Wednesday.
Table Bay Founders | Business | request, en, 150 | Three people present a problem, the others are honest.
Winelands by Van | Tours & Adventure | open, en fr, 340 | Day trips to the vineyards with a driver, so everybody tastes.
Car Pool Garden Route | Tours & Adventure | open, en, 580 | Empty seats between the city and Plettenberg Bay.
# Zürich | Switzerland | CH | 47.37, 8.55 | Zurigo
Lake Swimmers | Sports | open, en de, 320 | From the first warm day in May to the last brave one in October.
Wandergruppe Uetliberg | Tours & Adventure | open, de, 270 | Jeden Sonntag in die Berge, danach Suppe in der Hütte.
Neu in der Stadt | Social | open, de en, 810 | Für alle, die gerade hergezogen sind: Wohnungen, Ämter, neue Freunde.
Board Games on Tuesdays | Social | open, en, 190 | Cards, chess and long evenings with good company.
# Rio de Janeiro | Brazil | BR | -22.91, -43.18 | Cidade Maravilhosa
Trilhas Cariocas | Tours & Adventure | open, pt, 1400 | Pedra Bonita, Dois Irmãos e cachoeiras todo sábado. | Iniciantes
Samba às Quintas | Party & Events | open, pt en, 730 | Rodas de samba na Lapa e aulas para gringos.
Carnival Drummers | Party & Events | request, pt en, 260 | We rehearse all year for one good week in February.
# Medellín | Colombia | CO | 6.25, -75.56 | City of Eternal Spring
Salsa sin Miedo | Party & Events | open, es en, 640 | Clases para principiantes y baile hasta tarde. | Parejas de baile
Remote in El Poblado | Digital Nomads | open, en es, 1800 | Apartments, gyms and dinners for people who work online.
Finca Weekends | Tours & Adventure | request, en es, 200 | Two days on a coffee farm: picking, roasting, hammocks.
Intercambio de Idiomas | Culture | open, es en, 950 | Spanish and English at shared tables, beer optional.
# Koh Phangan | Thailand | TH | 9.73, 100.01 | Ko Pha-ngan, เกาะพะงัน
Full Moon Crew | Party & Events | open, en, 2900 | Ferries and meeting points for the beach parties. | Jungle nights
Stillness Island | Culture | request, en, 430 | Meditation, breathwork and fasting weeks in the jungle.
Familien auf der Insel | Social | open, de, 120 | Eltern mit Kindern: Schule, Spielplätze, Ärzte.
# Chiang Mai | Thailand | TH | 18.79, 98.98 | เชียงใหม่, Chiengmai
กลุ่มเดินป่าเชียงใหม่วันเสาร์ | Tours & Adventure | open, th, 280 | เดินป่าดอยสุเทพทุกวันเสาร์ออกเดินทางเช้าตรู่
Nimman Laptop Club | Digital Nomads | open, en, 2400 | Cafés with sockets, a weekly lunch, freelancers. | Tax & visas
ตลาดนัดและอาหารเหนือ | Social | open, th en, 510 | ชวนกันกินข้าวซอยและเดินตลาดกลางคืนทุกวันศุกร์
Muay Thai Mornings | Sports | request, en th, 330 | Training for every level, gloves to borrow.
# Bangkok | Thailand | TH | 13.76, 100.50 | กรุงเทพ, Krung Thep
Rooftop Socials | Party & Events | open, en, 1900 | A new bar every Friday, and no dress code.
Cycling at Night | Sports | open, en th, 410 | Bike tours through empty streets and the flower market. | Spare parts
Bangkok Startup Table | Business | request, en, 370 | Founders, investors and noodles.
# Ho Chi Minh City | Vietnam | VN | 10.82, 106.63 | Saigon, Sài Gòn, Thành phố Hồ Chí Minh, HCMC
Cà phê cuối tuần | Social | open, vi, 560 | Mỗi chủ nhật một quán cà phê mới, trò chuyện và chơi cờ.
Street Eats by Scooter | Social | open, en vi, 1100 | Bánh mì, snails and sugar cane juice, district by district.
Teachers Abroad | Business | request, en, 890 | Contracts, schools and work permits for teachers.
Đi phượt miền Nam | Tours & Adventure | open, vi, 450 | Xe máy về miền Tây và Vũng Tàu.
# Da Nang | Vietnam | VN | 16.05, 108.20 | Đà Nẵng
My Khe Beach Volley | Sports | open, en vi, 230 | Two nets at sunset, all levels.
Da Nang Remote Workers | Digital Nomads | open, en, 1300 | Coworking days, apartments by the month and visa news.
# Tokyo | Japan | JP | 35.68, 139.69 | 東京, Tōkyō
東京ハイキング部 | Tours & Adventure | open, ja, 620 | 高尾山や奥多摩へ日帰りで行きます。初心者歓迎。 | 雨の日
週末読書会 | Culture | request, ja, 90 | 毎月一冊の本を読んで喫茶店で話します。
Tokyo Night Runners | Sports | open, en ja, 740 | Ten relaxed kilometers around the palace on Tuesdays.
Anime & Arcades | Culture | open, en, 880 | Akihabara tours, pop-up shows and retro arcades. | Cosplay
Language Exchange Shibuya | Culture | open, ja en, 1500 | Half an hour in Japanese, half an hour in English.
Ramen Scouts | Social | open, en ja, 670 | One bowl a week, rated honestly.
# Kyoto | Japan | JP | 35.01, 135.77 | 京都, Kyōto
Tea House Talks | Culture | request, en ja, 140 | A tea ceremony each month, explained in English.
京都写真散歩 | Culture | open, ja, 310 | 早朝の寺や路地を歩きながら写真を撮ります。
# Seoul | South Korea | KR | 37.57, 126.98 | 서울
서울한옥마을산책 | Exploration | open, ko, 240 | 북촌과 서촌의 골목을 천천히 걷습니다.
주말등산모임 | Tours & Adventure | open, ko, 780 | 북한산과 관악산을 매주 토요일에 오릅니다.
K-Pop Dance Practice | Party & Events | open, ko en, 1600 | We learn one dance a month in Hongdae.
Korean for Travelers | Culture | open, en ko, 390 | From the alphabet to ordering dinner. | Homework
# Beijing | China | CN | 39.90, 116.41 | Peking, 北京
北京数字游民聚会 | Digital Nomads | open, zh, 430 | 每周三在胡同咖啡馆一起远程办公。
胡同骑行 | Exploration | open, zh, 220 | 周末骑自行车逛老城,拍照,吃小吃。
Great Wall Campers | Tours & Adventure | request, en zh, 160 | Tents, stars and a wild part of the wall.
# Taipei | Taiwan | TW | 25.03, 121.57 | 台北, 臺北
台北夜市美食團 | Social | open, zh, 970 | 每週五晚上逛不同的夜市。
Taipei Hot Springs | Exploration | open, en zh, 200 | Public baths by bus, towels included.
# Delhi | India | IN | 28.61, 77.21 | दिल्ली, New Delhi
दिल्ली फ़ोटो वॉक | Culture | open, hi, 470 | पुरानी दिल्ली की गलियों में हर रविवार तस्वीरें खींचते हैं।
Himalaya Trekkers | Tours & Adventure | request, en hi, 1200 | Permits, guides and gear for treks. | Ladakh, Spiti
Women Travelling Solo | Social | request, en hi, 2600 | Tips, companions and safe stays, moderated by women.
# Goa | India | IN | 15.30, 74.12 |
Goa Yoga Shala | Sports | open, en, 720 | Ashtanga at six, chai at eight.
Palolem Paddlers | Sports | open, en, 180 | Paddleboards and kayaks to the bays in the south.
# Dubai | United Arab Emirates | AE | 25.20, 55.27 | دبي
رحلات البر والصحراء | Tours & Adventure | open, ar, 650 | تخييم ورحلات صحراوية كل نهاية أسبوع.
Business Breakfast | Business | request, en ar, 540 | Introductions over eggs, every second Tuesday.
# Cairo | Egypt | EG | 30.04, 31.24 | القاهرة, Al Qahirah
نادي القراءة في القاهرة | Culture | open, ar, 210 | نقرأ رواية كل شهر ونلتقي في مقهى قديم.
Felucca Fridays | Party & Events | open, en ar, 330 | Sunset boats on the Nile, music allowed.
# Marrakesh | Morocco | MA | 31.63, -8.01 | Marrakech, مراكش
Randonnées dans l'Atlas | Tours & Adventure | open, fr, 290 | Deux jours de marche, une nuit chez l'habitant.
Souk Sketchers | Culture | open, en fr, 110 | We draw the markets, with mint tea.
# Almaty | Kazakhstan | KZ | 43.24, 76.89 | Алматы, Alma-Ata
Горные походы | Tours & Adventure | open, ru, 880 | Большое Алматинское озеро и пик Фурманова по выходным. | Снаряжение
# Tbilisi | Georgia | GE | 41.72, 44.79 | თბილისი, Tiflis
Экспаты в Тбилиси | Social | open, ru, 3100 | Квартиры, документы и встречи для новых жителей.
Supra Evenings | Social | request, en, 250 | A long table, toasts, chess after midnight.
# Istanbul | Türkiye | TR | 41.01, 28.98 | Constantinople, Estambul
Bosphorus by Ferry | Exploration | open, en, 480 | Cheap boats, both continents, cats.
Latinos en Estambul | Social | open, es, 370 | Comidas, trámites y fútbol los domingos.
# Berlin | Germany | DE | 52.52, 13.40 |
Kiez Spaziergänge | Exploration | open, de, 520 | Jeden Samstag zu Fuß durch ein anderes Viertel.
Techno & Bass | Party & Events | request, en de, 3400 | Lineups, queues and spare tickets for clubs. | Lost friends
Plant-Based Berlin | Social | open, en de, 860 | Vegan brunches and a clothes swap.
Tandem am Montag | Culture | open, de en, 1000 | Sprachtausch in einer Bar: Deutsch, Englisch, Spanisch.
Climbing after Work | Sports | open, en de, 690 | Bouldering halls, rocks in summer. | Kletterkurse
Freelance Desk Club | Digital Nomads | open, en, 770 | Cowork in a different café each week. Invoices, taxes, company.
# Munich | Germany | DE | 48.14, 11.58 | München, Monaco di Baviera
Isar Radler | Sports | open, de, 430 | Fahrradtouren an der Isar, mit Pause im Biergarten.
Ski Saturdays | Sports | request, en de, 1200 | Trains to the snow, rental gear, back by seven. | Snowboard
# Vienna | Austria | AT | 48.21, 16.37 | Wien
Classical on a Budget | Culture | open, en de, 390 | Standing tickets for the opera and the Philharmonic.
# Paris | France | FR | 48.86, 2.35 |
Pique-niques du dimanche | Social | open, fr, 1100 | Une nappe, du fromage, les quais de Seine.
Museum Nights | Culture | open, en fr, 750 | Free entries and late openings, art for everybody.
Café des Langues | Culture | open, fr en, 910 | On parle français, anglais et espagnol autour d'un verre.
# Geneva | Switzerland | CH | 46.20, 6.14 | Genève, Genf
Expats of the Lake | Social | open, en fr, 1700 | Flats, permits and Friday drinks for newcomers.
Randonneurs du Salève | Tours & Adventure | open, fr, 260 | Sorties en montagne tous les samedis.
# Barcelona | Spain | ES | 41.39, 2.17 | Barna, BCN
Senderismo y Cañas | Tours & Adventure | open, es, 980 | Caminatas fáciles por Montserrat. | Fines de semana
Barceloneta Paddle Boarding | Sports | open, en es, 340 | Paddle at seven, swim at eight, breakfast at nine.
Padel Partners | Sports | open, es en, 1500 | Find three others and a court.
Artisans of Gràcia | Culture | request, es en, 170 | Ceramics, leather and print workshops.
# Lisbon | Portugal | PT | 38.72, -9.14 | Lisboa
Lisbon Digital Nomads | Digital Nomads | open, en pt, 3900 | Meetups on Wednesdays, a list of flats. | Porto weekends
Caparica Surf School Friends | Sports | open, en pt, 620 | Surfing lessons and lifts across the bridge.
Tasca Crawl | Social | open, en pt, 480 | Small restaurants, petiscos and house wine for hungry people.
Francophones de Lisbonne | Social | open, fr, 570 | Apéros, écoles et bons plans.
Fado & Fotografia | Culture | request, pt, 160 | Passeios fotográficos em Alfama e noites de fado.
Parents on the Road | Social | open, en, 390 | World-schooling, playgrounds and babysitters for families.
# Porto | Portugal | PT | 41.16, -8.63 | Oporto
Porto Photo Walks | Culture | open, en pt, 300 | Bridges, tiles and good light.
Douro Rowers | Sports | request, pt en, 90 | Early on the river, then coffee.
Remote Tables | Digital Nomads | open, en, 440 | Coworking in libraries and cafés, lunch together.
# Split | Croatia | HR | 43.51, 16.44 | Spalato
Sail the Adriatic | Tours & Adventure | request, en, 690 | Skippers and free berths for a week at sea. | Crew wanted
Cards & Coffee | Social | open, en, 80 | A quiet club for rainy days.
# London | United Kingdom | GB | 51.51, -0.13 |
Art after Hours | Culture | open, en, 1300 | Galleries, private views and a pub.
Queer Travelers | Social | request, en, 1900 | LGBT friendly stays, bars and travel companions.
Pub Quiz Nomads | Social | open, en, 420 | New teams every week, mixed at random.
# New York | United States | US | 40.71, -74.01 | NYC, Big Apple
Central Park Joggers | Sports | open, en, 830 | Two loops before work, no watches.
Chess in the Park | Social | open, en es, 240 | Bring a clock, find an opponent.
Women in Tech Lunch | Business | request, en, 710 | Mentors, jobs and a sandwich.
# Mexico City | Mexico | MX | 19.43, -99.13 | Ciudad de México, CDMX
Tacos y Tianguis | Social | open, es en, 1200 | Los mejores puestos, barrio por barrio.
Roma Norte Foodies | Social | open, en es, 990 | Tasting menus and mezcal, one table for ten.
Volcano Hikers | Tours & Adventure | request, en es, 440 | Nevado de Toluca and Izta, with acclimatization. | Crampons
# Oaxaca | Mexico | MX | 17.06, -96.72 |
Textile Trail | Culture | open, es en, 120 | Weaving villages, natural dyes, and a chess board at every stop.
Caravan Friends | Exploration | open, en es, 230 | Campers and vans on the way to Patagonia.
# São Paulo | Brazil | BR | -23.55, -46.63 | Sampa
Corrida no Ibirapuera | Sports | open, pt, 1600 | Treinos em grupo às terças e quintas.
Empreendedores Viajantes | Business | request, pt, 320 | Negócios digitais, contabilidade e café.
# Buenos Aires | Argentina | AR | -34.60, -58.38 | Baires
Milonga Guide | Party & Events | open, es en, 600 | Tango every night: where, how and with whom. | Zapatos
Asado entre Amigos | Social | open, es, 730 | Carne, vino y sobremesa los domingos.
`

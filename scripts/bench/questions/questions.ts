/**
 * What travelers type, by kind, and the communities that answer it: names, or 'country: Spain + languages: fr'. One of
 * them must be among the first three, and for questions of the kind 'best first' the very first.
 */
export const questions = `
# categories
digital nomads = category: Digital Nomads
sports = category: Sports
party = category: Party & Events
adventure = category: Tours & Adventure
culture tokyo = category: Culture + location: Tokyo
# one typo
surfng = Women Who Surf; Dawn Patrol; Caparica Surf School Friends
sufring = Women Who Surf; Dawn Patrol; Caparica Surf School Friends
yga = Ubud Yoga & Breathwork; Goa Yoga Shala
cape twon = location: Cape Town
medelin = location: Medellín
chiang mia = location: Chiang Mai
voleyball = My Khe Beach Volley
digtal nomads = category: Digital Nomads
langauge exchange = Language Exchange Shibuya
climing = Climbing after Work
swiming = Lake Swimmers; Barceloneta Paddle Boarding
hotle climbing = Climbing after Work
# two typos in long words
barcalena = location: Barcelona
volyball = My Khe Beach Volley
restaraunts = Tasca Crawl
kitsurfng = Kite & Wing
indonisea = country: Indonesia
medetasion = Stillness Island
# other forms of a word
hikers = Volcano Hikers
running tokyo = Tokyo Night Runners
climb = Climbing after Work
diving bali = Nusa Divers
sketching = Souk Sketchers
trilha = Trilhas Cariocas
caminata = Senderismo y Cañas
randonnée = Randonnées dans l'Atlas; Randonneurs du Salève
wandern = Wandergruppe Uetliberg
горный поход = Горные походы
mendaki gunung = Pendaki Gunung Bali
# compounds
kitesurf = Kite & Wing
kite surf = Kite & Wing
co working = Coworking Canggu; Da Nang Remote Workers; Remote Tables
co-working porto = Remote Tables
paddle board = Barceloneta Paddle Boarding; Palolem Paddlers
paddleboard = Barceloneta Paddle Boarding; Palolem Paddlers
boardgames = Board Games on Tuesdays
worldschooling = Parents on the Road
breath work = Ubud Yoga & Breathwork; Stillness Island
kpop = K-Pop Dance Practice
# synonyms
hiking cape town = Mountain Walkers
hiking zurich = Wandergruppe Uetliberg
desk = Desk with a View; Freelance Desk Club; Coworking Canggu
remote work = category: Digital Nomads
expats = Expats of the Lake; Экспаты в Тбилиси; Neu in der Stadt
foodies lisbon = Tasca Crawl
jogging tokyo = Tokyo Night Runners
vegetarian = Plates without Meat; Plant-Based Berlin
entrepreneurs = Table Bay Founders; Bangkok Startup Table; Empreendedores Viajantes
photography = Porto Photo Walks; Fado & Fotografia; 京都写真散歩; दिल्ली फ़ोटो वॉक
kids = Parents on the Road; Familien auf der Insel
nightlife berlin = Techno & Bass
# places and countries
indonesia = country: Indonesia
Saigon = location: Ho Chi Minh City
ho chi minh = location: Ho Chi Minh City
CDMX = location: Mexico City
nyc = location: New York
Peking = location: Beijing
south africa = location: Cape Town
usa = location: New York
uk = location: London
# places in other languages
sudáfrica = location: Cape Town
Südafrika = location: Cape Town
afrique du sud = location: Cape Town
南アフリカ = location: Cape Town
Kapstadt = location: Cape Town
hiking kapstadt = Mountain Walkers
españa = country: Spain
allemagne = country: Germany
Япония = country: Japan
surf indonésie = Dawn Patrol; Women Who Surf
Lissabon = location: Lisbon
# place and topic
surf bali = Dawn Patrol; Women Who Surf; Серферы Бали
surfing portugal = Caparica Surf School Friends
yoga goa = Goa Yoga Shala
tango buenos aires = Milonga Guide
lisbon digital nomads = Lisbon Digital Nomads
startups bangkok = Bangkok Startup Table
museums paris = Museum Nights
vegan bali = Plates without Meat
coworking vietnam = Da Nang Remote Workers
# languages
spanish = languages: es
español = languages: es
deutsch = languages: de
日本語 = languages: ja
speaks french lisbon = location: Lisbon + languages: fr
russian speaking bali = location: Bali + languages: ru
german thailand = country: Thailand + languages: de
learn korean = Korean for Travelers
# ways to join
open to all = join_type: open
open groups in berlin = join_type: open + location: Berlin
request to join = join_type: request
# groups of a community
board swap = Dawn Patrol
night dives = Nusa Divers
used kites = Kite & Wing
cosplay tokyo = Anime & Arcades
Kletterkurs Berlin = Climbing after Work
ladakh = Himalaya Trekkers
снаряжение = Горные походы
# descriptions
manta rays = Nusa Divers
mint tea = Souk Sketchers
babysitter = Parents on the Road
opera tickets = Classical on a Budget
mezcal = Roma Norte Foodies
pause im biergarten = Isar Radler
contract for a teacher = Teachers Abroad
# best first
porto = Porto Photo Walks
tokyo = Tokyo Night Runners; 東京ハイキング部
business = Business Breakfast
art = Art after Hours
car = Car Pool Garden Route
tea = Tea House Talks
pub = Pub Quiz Nomads
chess = Chess in the Park
coffee = Bahasa over Coffee; Cards & Coffee
remote = Remote in El Poblado; Da Nang Remote Workers; Remote Tables
# scripts without spaces
ハイキング = 東京ハイキング部
東京 = location: Tokyo
読書 = 週末読書会
한옥마을 = 서울한옥마을산책
등산 = 주말등산모임
游民 = 北京数字游民聚会
骑自行车 = 胡同骑行
夜市 = 台北夜市美食團
เดินป่า = กลุ่มเดินป่าเชียงใหม่วันเสาร์
ข้าวซอย = ตลาดนัดและอาหารเหนือ
# accents and alphabets
sao paulo = location: São Paulo
zurich = location: Zürich
münchen = location: Munich
geneve = location: Geneva
ca phe sai gon = Cà phê cuối tuần
senderismo y canas = Senderismo y Cañas
फोटो = दिल्ली फ़ोटो वॉक
قراءة = نادي القراءة في القاهرة
квартира тбилиси = Экспаты в Тбилиси
# messy words
#surf! = Women Who Surf; Dawn Patrol; Caparica Surf School Friends
WhatsApp group hiking cape town = Mountain Walkers
any vegan groups in berlin? = Plant-Based Berlin
YOGA BALI!!! = Ubud Yoga & Breathwork
where can i go surfing in portugal = Caparica Surf School Friends
"digital nomads" (Lisbon, Portugal) = Lisbon Digital Nomads
looking for people to play chess with in new york = Chess in the Park
groups for women travelling alone = Women Travelling Solo
best places to work from in bali = Coworking Canggu; Bali Digital Nomads
meet new people in geneva = Expats of the Lake
R&B = nothing
wi-fi = nothing
c++ = nothing
# no typos
food = Roma Norte Foodies; Street Eats by Scooter; Tacos y Tianguis; 台北夜市美食團; Tasca Crawl; Ramen Scouts
hike mexico = Volcano Hikers
bike = Cycling at Night; Isar Radler; 胡同骑行
golf = nothing
iceland = nothing
qwrtzpl = nothing
asdfghjkl = nothing
??? = nothing
`

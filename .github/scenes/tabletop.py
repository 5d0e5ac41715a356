"""Objects on a table or a wall, each the opening of one page.

--view bell | keys | model | notes | awards | baubles
"""
import os, sys
from functools import partial
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from props import *

VIEW = arg('view', 'bell'); SEED = int(arg('seed', 5))
reset(SEED); R = random.Random(SEED)
M = Mats()
bokeh = partial(bokeh_wall, R)
WARM = ['#ffb868', '#ffd9a0', '#ff9a5a', '#fff2dc']
card = mat('card', '#f6f1e7', .85); ink = mat('ink', '#3a4656', .8); black = mat('black', '#0c0c0e', .3, coat=.3)


def ring(name, r, thick, material, n=36, squash=1):
    return curve(name, [(r * math.cos(a), 0, r * squash * math.sin(a)) for a in [2 * math.pi * i / n for i in range(n)]], thick, material, True)


def back(colour, light, strength, y=6):
    plane('bg', 24, 12, (0, y, 3), uplit('bgm', colour, light, strength, 2.2, 'X', 2, .7), (math.pi / 2, 0, 0))


if VIEW == 'bell':
    # a front desk: the bell, the guest book and a pen, a shaded lamp far behind
    plane('t', 6, 4, (0, 1.2, 0), mat('marble', '#2a1a12', .18, coat=.5, noise_rough=(5, .12, .26)))
    obj(lathe('base', [(0, 0), (.047, 0), (.049, .003), (.049, .010), (.045, .013), (0, .013)], black, 80))
    dome = [(.0425 * math.cos(a), .017 + .036 * math.sin(a)) for a in [i / 16 * math.pi / 2 for i in range(17)]]
    obj(lathe('dome', [(.044, .015)] + dome, M.gold, 96))
    obj(lathe('knob', [(.0045, .05), (.0045, .0575), (.0085, .0585), (.0095, .061), (.008, .064), (0, .0652)], M.brass, 40))
    box('book', .34, .23, .012, (.30, .20, 0), mat('cover', '#1c2b40', .6), (0, 0, -.18), bevel=.003)
    box('page', .325, .215, .007, (.30, .20, .012), card, (0, 0, -.18), bevel=.002)
    for k in range(9):
        box('l', .25, .0008, .0002, (.30 + .012 * math.sin(k), .275 - k * .019, .0192), ink, (0, 0, -.18))
    tube_between('pen', (.20, .155, .025), (.34, .10, .025), .0048, black, 24); tube_between('nib', (.20, .155, .025), (.186, .1605, .0235), .0026, M.gold, 16)
    obj(lathe('foot', [(0, 0), (.08, 0), (.08, .01), (.012, .02), (.010, .30), (0, .30)], M.brass, 48), (-.52, .95, 0))
    obj(lathe('shade', [(.17, .24), (.10, .44)], glow('shade', '#ffcf8f', 2.1, .6), 64), (-.52, .95, 0))
    for k in range(3):
        o = inst(group(arrangement(M, .09, .10, 26, k + 4), 'arr%d' % k), (.62 + k * .5, .75 + .2 * k, 0))
    bokeh(3.4, 70, WARM, (-2.6, 3.4), (.1, 1.7), (.012, .026), (4, 18))
    back('#3a2c22', (1, .55, .25, 1), 1.1)
    area((-.5, .75, .55), (0, .05, 0), .28, 9, kelvin(2700)); area((.7, -.5, .9), (.1, .1, 0), .7, 7, kelvin(3800)); area((-.3, -.8, .6), (0, 0, .03), .5, 2.5, kelvin(3400))
    world('#15100c', .6)
    camera((-.20, -.40, .155), (.045, .06, .045), lens=46, fstop=2.0, focus=(0, -.03, .04)); spp = 64
elif VIEW == 'keys':
    # a porter's board: every hook a brass key with its numbered tag
    wood = mat('board', '#32241b', .5, coat=.15, noise_rough=(11, .28, .5))
    plane('w', 5, 3, (0, .012, 0), wood, (math.pi / 2, 0, 0))
    for k in range(7):
        box('slat', 5, .008, .012, (0, 0, -.44 + k * .145), mat('slat', '#40291c', .4, coat=.2), bevel=.004)

    def key(teeth):
        o = [ring('bow', .016, .0032, M.brass, squash=.85)]
        o += [tube_between('sh', (0, 0, -.013), (0, 0, -.075), .0032, M.brass, 16), obj(lathe('col', [(0, -.0215), (.0052, -.0215), (.0052, -.017), (0, -.017)], M.brass, 24))]
        for k, w in enumerate(teeth):
            o.append(box('bit', w, .0032, .0055, (w / 2, 0, -.074 + k * .0075), M.brass, bevel=.0006))
        return o
    shapes = [group(key(t), 'key%d' % i) for i, t in enumerate(((.016, .011, .015), (.012, .017), (.017, .009, .013)))]
    tag = group([obj(lathe('tag', [(0, -.0014), (.0215, -.0014), (.0228, -.0006), (.0228, .0006), (.0215, .0014), (0, .0014)], M.gold, 72, False), (0, 0, 0), (math.pi / 2, 0, 0))], 'tag')
    for row in range(6):
        for col in range(-11, 20):
            x, z = col * .078 + R.uniform(-.003, .003), -.345 + row * .145
            tube_between('hook', (x, .01, z), (x, -.022, z + .003), .0026, M.brass, 12); sphere('tip', .0042, M.brass, 12, (x, -.022, z + .003))
            if R.random() < .12:
                continue
            ring('r', .0135, .0012, M.steel).location = (x, -.014, z - .0105)
            t = R.uniform(-.16, .16)
            e = inst(R.choice(shapes), (x + .006, -.016, z - .036)); e.rotation_euler = (.05, t, R.uniform(-.5, .5))
            e = inst(tag, (x - .008, -.021, z - .046)); e.rotation_euler = (.06, -t * .6, R.uniform(-.14, .14))
            words(str((row + 1) * 100 + col + 12), .0165, (x - .008, -.0235, z - .046), mat('num', '#33200f', .6), (math.pi / 2, 0, 0))
    area((-1.0, -.55, .85), (.15, 0, -.05), .3, 55, kelvin(2900)); area((1.1, -1.2, .5), (.3, 0, 0), 1.1, 30, kelvin(3600)); area((-.2, -1.6, -.3), (.1, 0, 0), 1.2, 14, kelvin(4200))
    world('#2a211b', .7)
    camera((-.30, -.56, .06), (.10, 0, -.02), lens=44, fstop=2.0, focus=(.08, -.02, 0)); spp = 64
elif VIEW == 'model':
    # the room as a white scale model, a lamp over it: tables, chairs, a stage, one table in colour
    white = mat('foam', '#f1eee6', .8); wall = mat('wallm', '#e6e1d6', .85); oak = mat('oak', '#5d4230', .42, coat=.2, noise_rough=(10, .3, .5)); accent = mat('accent', '#b8743f', .6)
    plane('t', 4, 4, (0, .6, 0), oak)
    box('base', .98, .66, .014, (.06, .10, 0), mat('mdf', '#b79a72', .8), bevel=.002)
    box('floor', .96, .64, .002, (.06, .10, .014), white)
    box('wl', .012, .64, .15, (-.42, .10, .014), wall); box('wb', .96, .012, .15, (.06, .42, .014), wall)
    for k in range(5):
        box('col', .016, .016, .15, (-.33 + k * .195, .40, .014), white, bevel=.001)
        box('win', .10, .014, .085, (-.235 + k * .195, .419, .05), mat('win%d' % k, '#cfd8dd', .4, emit='#ffe2b8', strength=.5))
    box('stage', .34, .11, .014, (.08, .345, .016), wall, bevel=.001); box('screen', .26, .004, .085, (.08, .392, .034), mat('scr', '#23364a', .5)); box('lect', .012, .010, .022, (.19, .33, .030), accent)

    def round_table(m):
        o = [obj(lathe('top', [(0, .019), (.026, .019), (.0275, .017), (.0275, 0), (0, 0)], m, 40)), obj(lathe('c', [(.004, .019), (.006, .026), (0, .027)], accent, 12))]
        for k in range(8):
            a = math.pi * k / 4
            o.append(box('s', .0085, .0085, .010, (.038 * math.cos(a), .038 * math.sin(a), 0), white, (0, 0, a), bevel=.0008))
            o.append(box('b', .0018, .0085, .021, (.0425 * math.cos(a), .0425 * math.sin(a), 0), white, (0, 0, a)))
        return group(o, 'rt')
    plain, lit = round_table(white), round_table(accent)
    for iy in range(4):
        for ix in range(8):
            inst(lit if (ix, iy) == (4, 0) else plain, (-.345 + ix * .113 + (.05 if iy % 2 else 0), -.145 + iy * .105, .016), R.uniform(0, .7))
    box('rule', .42, .032, .003, (-.20, -.33, 0), mat('steelr', '#b9b6b0', .3, metal=1), (0, 0, .14), bevel=.0006)
    for k in range(40):
        x = -.40 + k * .0102
        box('m', .0006, .011 if k % 5 else .018, .0002, (x + .006, -.352 + k * .00144, .0031), ink, (0, 0, .14))
    tube_between('pc', (.16, -.34, .0048), (.36, -.29, .0048), .0046, mat('pencil', '#20242b', .3, coat=.5), 20); tube_between('pt', (.36, -.29, .0048), (.374, -.2865, .0048), .003, M.brass, 12)
    for k, c in enumerate(('#1c2b40', '#c08a5c', '#7d8a74', '#e9e2d6')):
        box('sw', .10, .13, .002, (.70 + k * .03, -.05 + k * .07, .001 + k * .0024), mat('sw%d' % k, c, .85), (0, 0, .3 - k * .12), bevel=.0006)
    box('lampb', .03, .03, .5, (.9, .62, 0), black); obj(lathe('lamp', [(.02, .12), (.035, .11), (.11, 0), (.105, 0), (.03, .1)], black, 64), (.30, .42, .46), (.35, -.35, 0))
    bokeh(3.8, 36, WARM, (-2.6, 3.2), (.2, 1.7), (.012, .028), (3, 12))
    plane('bg', 24, 12, (0, 6, 3), mat('bgm', '#39424c', .9), (math.pi / 2, 0, 0))
    area((.26, .36, .52), (.05, .05, .02), .12, 12, kelvin(2900)); area((-1.6, .2, 1.2), (0, .1, 0), 1.0, 26, (.74, .85, 1)); area((.6, -1.1, 1.2), (.1, 0, 0), .9, 6, kelvin(4000))
    world('#7f8fa3', .22)
    camera((-.38, -.56, .34), (.09, .10, .035), lens=38, fstop=2.2, focus=(.10, -.10, .03)); spp = 64
elif VIEW == 'notes':
    # a wall of notes after the first hour of a workshop, daylight from its far end
    plane('w', 9, 4, (2.5, .01, 1.3), mat('wallw', '#e4e2dc', .75), (math.pi / 2, 0, 0))
    papers = [mat('p%d' % i, c, .8) for i, c in enumerate(('#efd9a4', '#e9b98a', '#a9bcae', '#9fb4c6', '#f1ebde', '#d99a86'))]

    def note(m):
        v, f, n = [], [], 8
        curl, s, lean = R.uniform(.006, .02), .076, R.uniform(-.5, .5)
        for j in range(n + 1):
            for i in range(n + 1):
                u, w = i / n - .5, j / n
                v.append((u * s, -.001 - curl * (1 - w) ** 2.2 * (1 + lean * u * 2), (w - .5) * s))
        for j in range(n):
            for i in range(n):
                k = j * (n + 1) + i
                f.append((k, k + 1, k + n + 2, k + n + 1))
        o = [obj(mesh('note', v, f, m, True))]
        for k in range(R.choice((2, 3, 3, 4))):
            z = .020 - k * .013
            p = [(-.028 + t * .0035, -.0024 - curl * max(0, .5 - z / s) ** 2.2, z + .0016 * math.sin(t * 2.1 + k) * R.uniform(.4, 1)) for t in range(int(R.uniform(9, 16)))]
            o.append(curve('hand', p, .0006, ink, res=0))
        return group(o, 'note')
    kinds = [[note(m) for _ in range(3)] for m in papers]
    for col in range(46):
        kind = (col // 5) % 6
        for row in range(9):
            if R.random() < .16 or (col % 5 == 4):
                continue
            k = kind if R.random() < .72 else R.randrange(6)
            e = inst(R.choice(kinds[k]), (-.75 + col * .092 + R.uniform(-.006, .006), -.001, .92 + row * .094 + R.uniform(-.006, .006)))
            e.rotation_euler = (0, R.uniform(-.07, .07), 0)
    box('tray', 5, .09, .014, (1.5, -.04, .82), mat('alu', '#b8b6b2', .35, metal=1), bevel=.003)
    for k in range(10):
        x = -.30 + k * .21 + R.uniform(-.03, .03); c = R.choice(('#1c2b40', '#a5402f', '#2f5a46', '#15171b'))
        tube_between('mk', (x, -.045, .843), (x + .10, -.048, .843), .0085, mat('mk%d' % k, '#eceae4', .4), 24); tube_between('cap', (x + .10, -.048, .843), (x + .138, -.049, .843), .0092, mat('cap%d' % k, c, .4), 24)
    for k in range(4):
        plane('win', 1.0, 2.4, (3.9, -1.2 - k * 1.2, 1.5), glow('sky%d' % k, '#dbe7f3', 2.4), (math.pi / 2, 0, -math.pi / 2))
    plane('end', 9, 5, (4.2, -2, 1.4), mat('endw', '#cfcac0', .9), (math.pi / 2, 0, -math.pi / 2)); plane('fl', 30, 30, (0, 0, 0), mat('fl', '#4b3a2c', .4))
    area((3.2, -1.1, 1.9), (.6, 0, 1.2), 1.4, 70, (.86, .93, 1)); area((-.9, -1.6, 1.9), (.3, 0, 1.2), 1.2, 16, kelvin(4400)); area((1.4, -1.8, 2.2), (1.2, 0, 1.2), 1.0, 14, (.9, .95, 1))
    world('#c3ccd6', .4)
    camera((-.46, -.62, 1.27), (.42, 0, 1.235), lens=34, fstop=1.7, focus=(.12, 0, 1.25)); spp = 56
elif VIEW == 'awards':
    # a row of trophies on a dark table: a twisted spire of brass on a block of stone
    plane('t', 8, 5, (0, 1.6, 0), mat('bar', '#0d0b0b', .16, coat=.5, noise_rough=(6, .1, .22)))

    def spire(h=.25, a=.028, turn=1.25, n=40):
        v, f = [], []
        for j in range(n + 1):
            t = j / n; q = a * (1 - .62 * t) * (1 + .16 * math.sin(math.pi * t)); g = turn * t
            for c in range(4):
                b = g + math.pi / 4 + c * math.pi / 2
                v.append((q * 1.414 * math.cos(b), q * 1.414 * math.sin(b), t * h + (q * .9 * (1 if c in (0, 1) else -1) if j == n else 0)))
        for j in range(n):
            for c in range(4):
                d = (c + 1) % 4
                f.append((j * 4 + c, j * 4 + d, j * 4 + 4 + d, j * 4 + 4 + c))
        f.append((n * 4, n * 4 + 1, n * 4 + 2, n * 4 + 3))
        me = mesh('spire', v, f, M.gold, True); me.use_auto_smooth = True; me.auto_smooth_angle = math.radians(40)
        return obj(me, (0, 0, .062))
    trophy = group([box('b', .088, .088, .05, (0, 0, 0), mat('stone', '#15161a', .12, coat=.6), bevel=.003), box('plate', .05, .0016, .016, (0, -.0448, .017), M.brass), box('c', .06, .06, .012, (0, 0, .05), M.brass, bevel=.002), spire()], 'trophy')
    for k in range(7):
        inst(trophy, (-.02 + k * .20, k * .21, 0), .25 + k * .02)
    for k in range(6):
        inst(trophy, (-.34 + k * .20, .36 + k * .21, 0), .25)
    bokeh(3.6, 150, WARM + ['#ffcf9a'], (-2.8, 4.2), (-.05, 1.9), (.011, .026), (5, 22))
    back('#332821', (1, .52, .24, 1), 1.2)
    area((-.9, .1, .6), (.1, .2, .18), .5, 16, kelvin(2900), 1.0); area((.8, -.5, .5), (.1, .1, .18), .5, 12, kelvin(3300), 1.0); area((-.3, -1.1, .5), (.1, 0, .18), .7, 7, kelvin(3800), 1.1)
    world('#12100e', .6)
    camera((-.62, -.95, .26), (.02, .20, .150), lens=50, fstop=1.7, focus=(-.02, -.02, .18)); spp = 64
elif VIEW == 'baubles':
    # a fir branch with glass balls against the lamps of a party room
    stem = mat('stem', '#3a2b1f', .8); needle = [mat('n%d' % i, c, .5) for i, c in enumerate(('#24402b', '#2f4c31', '#3c5a3a'))]

    def twig(L=.34):
        v, f, os_ = [], [], []
        for k in range(430):
            t = k / 430; az = k * 2.4; l = R.uniform(.022, .03) * (1 - .35 * t); w = .00085
            o = Vector((t * L, 0, -.05 * t * t)); d = Vector((.75, math.cos(az), math.sin(az) * .75 + .12)).normalized()
            s = d.cross(Vector((0, 0, 1))).normalized() * w; u = d.cross(s).normalized() * w; b = len(v)
            v += [tuple(o + s), tuple(o + u), tuple(o - s), tuple(o + d * l)]
            f += [(b, b + 1, b + 3), (b + 1, b + 2, b + 3), (b + 2, b, b + 3)]
        me = mesh('needles', v, f, R.choice(needle))
        return group([obj(me), curve('st', [(t / 10 * L, 0, -.05 * (t / 10) ** 2) for t in range(11)], .0022, stem)], 'twig')
    twigs = [twig() for _ in range(3)]

    def branch(loc, rz, rx=0, n=9, L=.95):
        curve('br', [(loc[0] + t * L / 10 * math.cos(rz), loc[1] + t * L / 10 * math.sin(rz), loc[2] - .10 * (t / 10) ** 2) for t in range(11)], .005, stem)
        for k in range(n):
            t = k / n
            for sgn in (-1, 1):
                e = inst(R.choice(twigs), (loc[0] + t * L * math.cos(rz), loc[1] + t * L * math.sin(rz), loc[2] - .10 * t * t), 0, (1 - .45 * t) * R.uniform(.85, 1.1))
                e.rotation_euler = (R.uniform(-.2, .2) + rx, R.uniform(-.05, .28), rz + sgn * R.uniform(.5, .85))
    branch((.64, .02, .325), math.pi - .06); branch((.75, .32, .42), math.pi + .10); branch((.60, .16, .085), math.pi - .2, 0, 8, .8)
    finishes = [M.gold, mat('matt', '#c9a566', .42, metal=1), mat('wine', '#6b1a26', .12, metal=.4, coat=1), mat('pearl', '#efe6d6', .2, coat=.8), mat('night', '#1c2b40', .12, metal=.5, coat=1)]

    def bauble(x, y, z, r, m):
        sphere('ball', r, m, 64, (x, y, z))
        obj(lathe('cap', [(0, .012), (.009, .012), (.010, 0), (0, 0)], M.gold, 32), (x, y, z + r - .002))
        ring('loop', .006, .0009, M.gold).location = (x, y, z + r + .015)
        tube_between('th', (x, y, z + r + .02), (x, y, z + r + .12), .0005, M.gold, 6)
    bauble(.07, -.03, .155, .052, M.gold); bauble(.21, .02, .105, .046, finishes[2]); bauble(-.05, .10, .205, .036, finishes[3]); bauble(.33, -.04, .19, .040, finishes[1]); bauble(.16, .20, .28, .040, finishes[4]); bauble(.40, .20, .16, .045, M.gold); bauble(-.02, .24, .12, .040, finishes[2]); bauble(.28, .30, .05, .04, finishes[3])
    lamp = glow('fairy', '#ffcf8a', 16)
    for _ in range(46):
        sphere('fl', .0042, lamp, 10, (R.uniform(-.25, .65), R.uniform(.02, .42), R.uniform(.10, .40)))
    bokeh(3.0, 170, WARM + ['#ffcf9a'], (-2.6, 3.0), (-.9, 1.9), (.010, .024), (4, 20))
    back('#38261f', (1, .5, .24, 1), 1.2, 5)
    area((-.5, -.6, .7), (.1, 0, .18), .5, 17, kelvin(2900)); area((.8, -.5, .5), (.15, 0, .16), .4, 12, kelvin(3600)); area((.2, .7, .6), (.15, .1, .2), .4, 6, kelvin(2700))
    world('#15100c', .7)
    camera((-.02, -.62, .20), (.13, 0, .175), lens=48, fstop=1.6, focus=(.07, -.07, .16)); spp = 72
render('tabletop-' + VIEW, spp=spp, w=1200, h=675, bounces=4, clamp=2.0, mist=(.5, 8), trans=14)

"""Behind the scenes, each view the opening of one page.

--view reveal | mirror | cases | control | tags | doors
"""
import os, sys
from functools import partial
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from props import *

VIEW = arg('view', 'reveal'); SEED = int(arg('seed', 8))
reset(SEED); R = random.Random(SEED)
M = Mats()
bokeh = partial(bokeh_wall, R)
WARM = ['#ffb868', '#ffd9a0', '#ff9a5a', '#fff2dc']
black = mat('black', '#0c0c0e', .35, coat=.2); alu = mat('alu', '#c4c2bd', .3, metal=1); ink = mat('ink', '#20242b', .7)


def rounded(name, w, h, r, material, n=8, thick=.012):
    """A bent wire frame with round corners, upright in x and z."""
    p = []
    for cx, cz, a0 in ((w / 2 - r, h / 2 - r, 0), (-w / 2 + r, h / 2 - r, 1), (-w / 2 + r, -h / 2 + r, 2), (w / 2 - r, -h / 2 + r, 3)):
        p += [(cx + r * math.cos((a0 + i / n) * math.pi / 2), 0, cz + r * math.sin((a0 + i / n) * math.pi / 2)) for i in range(n + 1)]
    return curve(name, p, thick, material, True)


def picture(name, a, b, c, strength, cy=.1, count=9.0):
    """A screen's picture: rings round a rising disc, in three colours."""
    m = bpy.data.materials.new(name); m.use_nodes = True
    nt = m.node_tree; nt.nodes.clear(); N, L = nt.nodes.new, nt.links.new
    tc = N('ShaderNodeTexCoord'); mp = N('ShaderNodeMapping'); mp.inputs['Location'].default_value = (-.9, -cy, 0); mp.inputs['Scale'].default_value = (1.78, 1, 1)
    L(tc.outputs['UV'], mp.inputs[0])
    ln = N('ShaderNodeVectorMath'); ln.operation = 'LENGTH'; L(mp.outputs[0], ln.inputs[0])
    wave = N('ShaderNodeMath'); wave.operation = 'MULTIPLY'; wave.inputs[1].default_value = count * 6.283; L(ln.outputs['Value'], wave.inputs[0])
    sn = N('ShaderNodeMath'); sn.operation = 'SINE'; L(wave.outputs[0], sn.inputs[0])
    line = N('ShaderNodeMath'); line.operation = 'GREATER_THAN'; line.inputs[1].default_value = .72; L(sn.outputs[0], line.inputs[0])
    disc = N('ShaderNodeMath'); disc.operation = 'LESS_THAN'; disc.inputs[1].default_value = .42; L(ln.outputs['Value'], disc.inputs[0])
    m1 = N('ShaderNodeMixRGB'); m1.inputs[1].default_value = srgb(a); m1.inputs[2].default_value = srgb(b); L(line.outputs[0], m1.inputs[0])
    m2 = N('ShaderNodeMixRGB'); m2.inputs[2].default_value = srgb(c); L(disc.outputs[0], m2.inputs[0]); L(m1.outputs[0], m2.inputs[1])
    e = N('ShaderNodeEmission'); e.inputs[1].default_value = strength; L(m2.outputs[0], e.inputs[0])
    o = N('ShaderNodeOutputMaterial'); L(e.outputs[0], o.inputs[0])
    return m


def screen(w, h, loc, m, rot=(0, 0, 0)):
    return obj(mesh('scr', [(-w / 2, 0, -h / 2), (w / 2, 0, -h / 2), (w / 2, 0, h / 2), (-w / 2, 0, h / 2)], [(0, 1, 2, 3)], m, False, [(0, 0), (1, 0), (1, 1), (0, 1)]), loc, rot)


if VIEW == 'reveal':
    # a product under a cloth on its plinth, one lamp on it
    floor = plane('f', 20, 20, (0, 4, 0), mat('stagef', '#0b0c10', .2, coat=.5, noise_rough=(4, .14, .3)))
    plinth = box('plinth', .56, .56, .84, (0, 0, 0), mat('plinthm', '#14171d', .4), bevel=.01)
    inner = box('inner', .40, .22, .30, (0, 0, .84), black, (0, 0, .5), bevel=.05, seg=5)
    n, s = 96, 1.34
    v = [((i / n - .5) * s, (j / n - .5) * s, 1.17 + .004 * math.sin(i * .7) * math.sin(j * .5)) for j in range(n + 1) for i in range(n + 1)]
    f = [(j * (n + 1) + i, j * (n + 1) + i + 1, j * (n + 1) + n + 2 + i, j * (n + 1) + n + 1 + i) for j in range(n) for i in range(n)]
    satin = mat('satin', '#c9a468', .40, sheen=.9, spec=.5, bump=(600, .0006, .2))
    cloth = obj(mesh('cloth', v, f, satin, True), rot=(0, 0, .32))
    for o in (inner, plinth, floor):
        o.modifiers.new('hit', 'COLLISION'); o.collision.thickness_outer = .006; o.collision.cloth_friction = 14
    md = cloth.modifiers.new('cloth', 'CLOTH'); st = md.settings
    st.quality, st.mass, st.bending_stiffness, st.tension_stiffness, st.air_damping = 7, .35, .25, 18, 2.5
    md.collision_settings.collision_quality = 3; md.collision_settings.distance_min = .005
    md.point_cache.frame_end = 70
    for frame in range(1, 71):
        bpy.context.scene.frame_set(frame)
    still = bpy.data.meshes.new_from_object(cloth.evaluated_get(bpy.context.evaluated_depsgraph_get()))
    bpy.data.objects.remove(cloth)
    still.polygons.foreach_set('use_smooth', [True] * len(still.polygons))
    o = obj(still, rot=(0, 0, .32)); sb = o.modifiers.new('sub', 'SUBSURF'); sb.levels = sb.render_levels = 1
    plane('bg', 24, 12, (0, 7, 3), uplit('bgm', '#131a26', srgb('#4f6b98')[:3] + (1,), .42, 3.2, 'X', 3.2, 1.0), (math.pi / 2, 0, 0))
    for x, c in ((-2.4, '#7f9fff'), (2.7, '#7f9fff')):
        cone_beam('bm', (x, 4.6, 5.2), (x * .2, 2.6, 0), .05, .9, beam_mat('bm' + c, c, .10, 1.3))
    cone_beam('key', (-.9, -.2, 4.2), (0, 0, .9), .04, .62, beam_mat('keym', '#ffd9a8', .10, 1.1))
    spot((-1.5, -1.2, 3.4), (0, 0, .9), 330, 30, kelvin(3000), .45, .10); area((1.9, 1.2, 2.0), (0, 0, .9), .7, 46, srgb('#8fb0ff')[:3]); area((-1.3, 1.6, 1.6), (0, 0, .9), .5, 26, kelvin(2800))
    world('#0a0f1a', .5)
    camera((-1.15, -2.7, 1.12), (-.02, 0, .93), lens=50, fstop=1.4, focus=(0, -.25, 1.0)); spp = 56; mist = (2, 14)
elif VIEW == 'mirror':
    # a dressing table: bulbs round the mirror, flowers, brushes, a set list; the room dark in the glass
    box('wallb', 6, .1, 4, (0, .16, -.4), mat('wallm', '#26313a', .8)); box('top', 3.4, .62, .04, (0, -.18, .0), mat('topm', '#5a3b27', .35, coat=.3, noise_rough=(9, .26, .45)), bevel=.006)
    box('frame', 1.62, .05, 1.02, (.25, .085, .07), mat('framem', '#191512', .4, coat=.3), bevel=.012)
    screen(1.32, .76, (.25, .057, .58), mat('glassm', '#e9eef0', .015, metal=1))
    bulb, cup = glow('bulb', kelvin(2500), 7, .5), mat('cup', '#b8905a', .3, metal=1)
    spots = [(-.46 + i * .2367, 1.025) for i in range(7)] + [(x, .135 + i * .2225) for i in (0, 1, 2, 3) for x in (-.46, .96)]
    for x, z in spots:
        sphere('bulb', .033, bulb, 24, (x, .0, z)); obj(lathe('cup', [(.022, 0), (.019, .026), (0, .026)], cup, 24), (x, .036, z), (math.pi / 2, 0, 0))
    inst(group(arrangement(M, .13, .13, 40, 3), 'arr'), (.74, -.16, .04))
    pot = mat('pot', '#cfc6b8', .3, coat=.5)
    obj(lathe('pot', [(0, 0), (.04, 0), (.042, .10), (.038, .10), (.036, .01), (0, .01)], pot, 48), (-.16, -.12, .04))
    for k in range(6):
        a = k * 1.05; tip = (-.16 + .045 * math.cos(a), -.12 + .045 * math.sin(a), .27 + .02 * (k % 3))
        tube_between('br', (-.16, -.12, .06), tip, .0042, mat('br%d' % k, ('#15161a', '#8a6140')[k % 2], .4), 14)
        sphere('hair', .014, mat('hair%d' % k, ('#3a2b22', '#c9b79c', '#6b4a34')[k % 3], .9), 16, tip, (1, 1, 1.9))
    for o in wine_glass(M):
        o.location = (.34, -.16, .04)
    box('list', .15, .21, .0012, (.10, -.27, .041), mat('paperm', '#f3ede0', .85), (0, 0, -.25))
    for k in range(8):
        box('ln', .10 - .02 * (k % 3), .004, .0003, (.10 + .004 * k, -.20 - .02 * k, .0425), ink, (0, 0, -.25))
    bokeh(-4.2, 60, WARM + ['#7fa6ff'], (-3, 3), (.3, 2.6), (.014, .03), (4, 14))
    area((.25, -.45, 1.6), (.2, -.15, .05), .9, 20, kelvin(2700)); area((-1.2, -1.2, 1.4), (.2, 0, .2), .7, 16, kelvin(3600))
    for x in (-.46, .25, .96):
        point((x, -.06, 1.0), .9, kelvin(2500), .06); point((x, -.06, .2), .7, kelvin(2500), .06)
    world('#10151b', .5)
    camera((-.74, -1.30, .62), (.22, .02, .44), lens=40, fstop=2.4, focus=(.10, -.14, .2)); spp = 56; mist = (1, 8)
elif VIEW == 'cases':
    # road cases at the dock, shutter half up, the yard outside in the morning
    plane('f', 40, 40, (0, 6, 0), mat('conc', '#6d6a66', .5, noise_rough=(1.6, .3, .6))); plane('w', 40, 8, (0, 3.2, 3), mat('wallc', '#8a857c', .85, bump=(30, .004, .4)), (math.pi / 2, 0, 0))
    for i in range(22):
        box('shut', 3.2, .05, .11, (2.5, 3.12, 1.55 + i * .118), mat('shutm%d' % (i % 2), ('#9aa3a8', '#868f95')[i % 2], .5, metal=.5), bevel=.012)
    plane('out', 3.2, 1.6, (2.5, 3.15, .78), glow('out', '#dfeaf4', 2.2), (math.pi / 2, 0, 0))
    for x in (.86, 4.14):
        box('jamb', .10, .1, 4, (x, 3.1, 0), mat('jamb%d' % x, '#c9a32f', .6))

    def case(w, d, h, skin, wheels=True):
        o, z = [], .13 if wheels else 0
        o.append(box('skin', w - .02, d - .02, h - .02, (0, 0, z + .01), skin))
        for sx in (-1, 1):
            for sy in (-1, 1):
                o.append(box('e', .034, .034, h, (sx * (w / 2 - .014), sy * (d / 2 - .014), z), alu, bevel=.004))
                for zz in (z, z + h):
                    o.append(sphere('corner', .043, alu, 20, (sx * (w / 2 - .012), sy * (d / 2 - .012), zz)))
                if wheels:
                    o.append(obj(lathe('wh', [(0, -.02), (.05, -.02), (.055, -.012), (.055, .012), (.05, .02), (0, .02)], mat('wheel', '#24405c', .5), 32), (sx * (w / 2 - .1), sy * (d / 2 - .09), .055), (0, math.pi / 2, 0)))
        for zz in (z, z + h * .66, z + h):
            for sy in (-1, 1):
                o.append(box('e', w, .034, .034, (0, sy * (d / 2 - .014), zz - .017), alu, bevel=.004))
            for sx in (-1, 1):
                o.append(box('e', .034, d, .034, (sx * (w / 2 - .014), 0, zz - .017), alu, bevel=.004))
        for x in (-w * .28, w * .28):
            o += [box('dish', .12, .012, .12, (x, -d / 2 - .002, z + h * .66 - .06), alu, bevel=.004), box('fly', .05, .018, .045, (x, -d / 2 - .008, z + h * .66 - .022), M.steel, bevel=.006)]
        o += [box('hd', .17, .012, .10, (0, -d / 2 - .002, z + h * .28), ink, bevel=.004), tube_between('hb', (-.06, -d / 2 - .022, z + h * .28 + .05), (.06, -d / 2 - .022, z + h * .28 + .05), .011, alu, 16)]
        o.append(box('tape', .24, .003, .05, (-w * .2, -d / 2 + .008, z + h * .86), mat('tape', R.choice(('#f0d9a0', '#e6e1d6', '#c8643a')), .8)))
        return group(o, 'case')
    skins = [mat('lam%d' % i, c, .42, bump=(260, .0008, .3)) for i, c in enumerate(('#15171b', '#1c2b40', '#17191d'))]
    big, mid, low = case(1.2, .62, .82, skins[0]), case(.8, .62, .66, skins[1]), case(1.0, .6, .42, skins[2], False)
    inst(big, (-.55, 0, 0), .03); inst(mid, (.62, .04, 0), -.04); inst(big, (1.80, .10, 0), .02); inst(low, (-.50, .02, .955), .02); inst(mid, (1.62, .12, .955), -.06)
    inst(mid, (-1.75, .2, 0), .08); inst(big, (-2.95, .5, 0), -.03); inst(low, (.70, .06, .80), .05); inst(big, (3.2, .3, 0), .05); inst(low, (-1.8, .2, .80), -.05); inst(mid, (-2.9, .5, .955), .03)
    curve('cable', [(-.9 + .16 * math.cos(t * .5) * (1 + t * .004), -.75 + .14 * math.sin(t * .5), .012 + t * .0011) for t in range(90)], .010, black)
    area((2.5, 2.9, 1.2), (1.0, -.6, .3), 2.6, 330, (.82, .91, 1), 1.5); area((-2.2, -2.6, 3.2), (0, 0, .5), 1.6, 420, kelvin(3300)); area((1.8, -2.8, 2.4), (.5, 0, .5), 1.4, 190, kelvin(4600))
    world('#7d8894', .25)
    camera((-1.5, -3.5, 1.02), (.30, .1, .74), lens=38, fstop=2.0, focus=(.1, -.3, .7)); spp = 44; mist = (3, 20)
elif VIEW == 'control':
    # the control room: the multiviewer out of focus, the desk's keys and its fader in front
    box('desk', 4, 1.4, .05, (0, .2, -.05), mat('deskm', '#15171b', .5)); box('mixer', 1.3, .52, .06, (.12, 0, 0), mat('mixm', '#22252b', .42, metal=.3), (.06, 0, 0), bevel=.01)
    lit = {c: glow('k' + c, c, s) for c, s in (('#ff4a3a', 4), ('#5fe08a', 3), ('#ffcf8a', 2.6), ('#d8dee6', 1.1))}; off = mat('keyoff', '#4a4f58', .5, emit='#8a93a0', strength=.12)
    for row, y in enumerate((-.16, -.085, .03, .105)):
        for k in range(14):
            m = off
            if row == 0 and k == 5: m = lit['#ff4a3a']
            elif row == 1 and k == 8: m = lit['#5fe08a']
            elif row > 1 and k in (2, 3, 9): m = lit['#ffcf8a']
            elif R.random() < .22: m = lit['#d8dee6']
            box('key', .042, .042, .022, (-.42 + k * .056, y, .055 + y * .06), m, (.06, 0, 0), bevel=.006, seg=3)
    box('slot', .016, .24, .004, (.50, -.04, .060), ink, (.06, 0, 0)); box('slot', .016, .24, .004, (.56, -.04, .060), ink, (.06, 0, 0))
    for x in (.50, .56):
        tube_between('arm', (x, .0, .06), (x, -.02, .13), .005, alu, 16)
    tube_between('tbar', (.47, -.02, .135), (.59, -.02, .135), .013, black, 32)
    for k in range(4):
        obj(lathe('kn', [(.016, 0), (.016, .006), (.013, .008), (.012, .03), (.010, .033), (0, .033)], alu, 32), (-.42 + k * .07, .18, .068))
    inks = [('#12244a', '#e9a86a', '#ffd9a0'), ('#3a1024', '#e58aa0', '#ffc0b8'), ('#0e2f38', '#8fd8dc', '#d8f2ee'), ('#1b2230', '#54627a', '#aab6c8')]
    box('rack', 4.6, .1, 2.2, (0, 1.23, -.1), mat('rackm', '#0b0d11', .6))
    for iy in range(3):
        for ix in range(5):
            a = inks[(ix + iy * 2) % 4]
            screen(.60, .34, (-1.32 + ix * .66, 1.16, .30 + iy * .40), picture('pic%d%d' % (ix, iy), *a, 1.15, .02 + .1 * ((ix + iy) % 3), 6 + 2 * (ix % 3)))
            screen(.60, .03, (-1.32 + ix * .66, 1.15, .110 + iy * .40), mat('bar%d%d' % (ix, iy), '#0b0d11', .6, emit='#ff4a3a' if (ix, iy) == (2, 1) else '#2a313c', strength=1.4 if (ix, iy) == (2, 1) else .5))
    area((0, 1.0, 1.2), (0, 0, 0), 2.0, 16, (.8, .86, 1), .8); area((-.9, -.5, .9), (0, 0, .05), .5, 15, kelvin(2900)); area((.9, .1, .8), (.2, 0, .05), .4, 9, srgb('#8fb0ff')[:3])
    world('#0c1118', .5)
    camera((-.26, -.66, .36), (.13, .62, .18), lens=29, fstop=1.6, focus=(.06, -.02, .07)); spp = 56; mist = (1, 8)
elif VIEW == 'tags':
    # the cloakroom before the coats: a brass rail, wooden hangers, a numbered tag on each
    plane('bg', 14, 6, (0, 1.6, 1), uplit('bgm', '#34504f', (1, .74, .5, 1), .22, 1.5, 'X', 1.6, .5), (math.pi / 2, 0, 0)); oak = mat('oakh', '#6a5240', .36, coat=.4, noise_rough=(20, .25, .45))
    for k in range(22):
        box('rib', .03, .02, 4, (-5 + k * .5, 1.58, -1), mat('rib%d' % k, '#2b4645', .6))
    tube_between('rail', (-4, 0, 1.72), (6, 0, 1.72), .016, M.brass, 32)

    def hanger(i):
        wood_pts = [(-.215, 0, -.115), (-.17, 0, -.075), (-.09, 0, -.022), (0, 0, 0), (.09, 0, -.022), (.17, 0, -.075), (.215, 0, -.115)]
        o = [curve('w', wood_pts, .0125, oak, res=4), sphere('e', .0128, oak, 16, wood_pts[0]), sphere('e', .0128, oak, 16, wood_pts[-1])]
        o += [curve('h', [(0, 0, .005), (0, 0, .040)] + [(.0 + .0235 * math.sin(a), 0, .064 - .0235 * math.cos(a)) for a in [t * .36 for t in range(1, 14)]], .0024, M.steel, res=3)]
        o += [obj(lathe('tag', [(0, -.0012), (.024, -.0012), (.025, 0), (.024, .0012), (0, .0012)], M.gold, 64, False), (0, -.020, -.072), (math.pi / 2, 0, 0)), words(str(i), .024, (0, -.0225, -.0725), mat('num%d' % i, '#2a1a0c', .6)), curve('loop', [(0, -.02, -.050), (0, -.018, -.02), (0, -.008, .014)], .0008, M.steel)]
        return group(o, 'hanger%d' % i)
    for k in range(30):
        e = inst(hanger(101 + k), (-1.15 + k * .135 + R.uniform(-.012, .012), 0, 1.645)); e.rotation_euler = (R.uniform(-.03, .03), R.uniform(-.02, .02), -.62 + R.uniform(-.12, .12))
    bokeh(1.2, 40, WARM, (-1.2, 4.6), (1.3, 2.2), (.004, .008), (3, 10))
    area((-.8, -1.2, 2.6), (.2, 0, 1.6), .5, 40, kelvin(2900)); area((1.6, -1.1, 2.2), (.8, 0, 1.6), .6, 26, kelvin(3300)); area((.2, -1.6, 1.2), (.3, 0, 1.6), .9, 9, kelvin(4200))
    world('#121c1e', .5)
    camera((-.70, -.78, 1.60), (.16, 0, 1.605), lens=46, fstop=1.7, focus=(.02, -.05, 1.58)); spp = 56; mist = (1, 8)
elif VIEW == 'doors':
    # two leaves of a hall door, shut: light under them and between them, a dark landing in front
    plane('f', 20, 20, (0, -6, 0), mat('floor', '#171b22', .16, coat=.6, noise_rough=(3, .1, .24))); skin = mat('doorm', '#34495f', .42, coat=.15); wallm = mat('wallm', '#2a3a4b', .8)
    for x, w in ((-7.02, 12), (7.02, 12)):
        box('wall', w, .3, 5, (x, .1, 0), wallm)
    box('lintel', 2.1, .3, 2.4, (0, .1, 2.62), wallm)
    for sgn in (-1, 1):
        box('leaf', .985, .06, 2.585, (sgn * .503, 0, .028), skin)
        for z, h in ((.22, .62), (1.0, 1.36)):
            rounded('pn', .66, h, .004, skin, 2, .016).location = (sgn * .503, -.034, z + h / 2)
            box('in', .56, .02, h - .10, (sgn * .503, -.026, z + .05), skin, bevel=.009)
        obj(lathe('rose', [(0, 0), (.03, 0), (.028, .008), (0, .01)], M.brass, 40), (sgn * .075, -.032, 1.06), (math.pi / 2, 0, 0))
        tube_between('pull', (sgn * .075, -.075, .82), (sgn * .075, -.075, 1.30), .012, M.brass, 32)
        for z in (.84, 1.28):
            tube_between('pp', (sgn * .075, -.03, z), (sgn * .075, -.075, z), .008, M.brass, 20)
        box('arch', .10, .12, 2.72, (sgn * 1.06, -.08, 0), skin, bevel=.012)
        for z in (.05, 1.35):
            rounded('wp', 1.5, 1.1, .01, wallm, 2, .014).location = (sgn * 2.1, -.052, z + .55); rounded('wp', 1.5, 1.1, .01, wallm, 2, .014).location = (sgn * 3.9, -.052, z + .55)
        sphere('sc', .07, glow('sc%d' % sgn, kelvin(2300), 3.4, .5), 24, (sgn * 1.5, -.16, 1.92), (1, .7, 1.5)); point((sgn * 1.5, -.24, 1.92), 22, kelvin(2400), .08)
    box('arch', 2.22, .12, .10, (0, -.08, 2.66), skin, bevel=.012)
    plane('glowp', 2.0, 2.7, (0, .28, 1.3), glow('in', kelvin(2500), 9, 1), (math.pi / 2, 0, 0)); area((0, .24, .02), (0, -1, -.0), 1.9, 60, kelvin(2500), .05)
    area((-2.5, -3.4, 3.2), (0, 0, 1.2), 2.2, 260, srgb('#7f9fd8')[:3])
    world('#0c1626', .5)
    camera((-1.7, -4.3, 1.05), (-.55, 0, 1.16), lens=34, fstop=2.8, focus=(0, 0, 1.0)); spp = 56; mist = (2, 14)
render('backstage-' + VIEW, spp=spp, w=1200, h=675, bounces=4, clamp=2.0, mist=mist, trans=14)

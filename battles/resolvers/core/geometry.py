"""Plane geometry of rectangular bases: pure kernels over numbers, without any rule of a game.

A base is (x, y, fx, fy, w, d): centre, facing (a unit vector), half width and half depth. Its right is (fy, -fx).
Only + - * / and sqrt are used, so that results are the same on every machine, compiled or not.
"""

from math import floor, sqrt

from battles.resolvers.core.kernels import Points, kernel

CONTACT = 0.02
"""Bases nearer than this touch."""
LAP = 0.01
"""How deep two shapes must reach into one another before they overlap."""
NEAR = 1e-6
ROUNDED_OFF = 0.02
"""R-50 By how much a path may be longer than its increments, because its ends are rounded."""
APART = 0.1
FAR = 1e9


@kernel
def rounded(value: float) -> float:
    """N-1 A position as the record keeps it: to 4 decimals."""
    return floor(value * 10000.0 + 0.5) / 10000.0


@kernel
def rounded_facing(value: float) -> float:
    """N-1 One part of a facing as the record keeps it: to 9 decimals."""
    return floor(value * 1e9 + 0.5) / 1e9


@kernel
def length(dx: float, dy: float) -> float:
    """Return the length of a vector."""
    return sqrt(dx * dx + dy * dy)


@kernel
def unit_vector(dx: float, dy: float) -> tuple[float, float]:
    """Return the direction of a vector, rounded as facings are; (0, 1) for a vector without length."""
    size = sqrt(dx * dx + dy * dy)
    if size < 1e-9:
        return 0.0, 1.0
    return rounded_facing(dx / size), rounded_facing(dy / size)


@kernel
def local(px: float, py: float, x: float, y: float, fx: float, fy: float) -> tuple[float, float]:
    """LGG-2.0-b A point in the coordinates of a base: how far to its right, how far ahead of its centre."""
    dx, dy = px - x, py - y
    return dx * fy - dy * fx, dx * fx + dy * fy


@kernel
def world(u: float, v: float, x: float, y: float, fx: float, fy: float) -> tuple[float, float]:
    """Return the point that lies ``u`` to the right and ``v`` ahead of a base's centre."""
    return x + u * fy + v * fx, y - u * fx + v * fy


@kernel
def corners(x: float, y: float, fx: float, fy: float, w: float, d: float, out: Points) -> None:
    """The four corners: front right, front left, rear left, rear right (counter-clockwise)."""
    rx, ry, ax, ay = w * fy, -w * fx, d * fx, d * fy
    out[0, 0], out[0, 1] = x + rx + ax, y + ry + ay
    out[1, 0], out[1, 1] = x - rx + ax, y - ry + ay
    out[2, 0], out[2, 1] = x - rx - ax, y - ry - ay
    out[3, 0], out[3, 1] = x + rx - ax, y + ry - ay


@kernel
def point_square(px: float, py: float, x: float, y: float, fx: float, fy: float, w: float, d: float) -> float:
    """Return the square of the distance of a point from a base, 0 inside it."""
    dx, dy = px - x, py - y
    u, v = abs(dx * fy - dy * fx) - w, abs(dx * fx + dy * fy) - d
    u, v = max(u, 0.0), max(v, 0.0)
    return u * u + v * v


@kernel
def point_gap(px: float, py: float, x: float, y: float, fx: float, fy: float, w: float, d: float) -> float:
    """Return the distance of a point from a base, 0 inside it."""
    return sqrt(point_square(px, py, x, y, fx, fy, w, d))


@kernel
def sweep_room(x: float, y: float, fx: float, fy: float, w: float, d: float, mx: float, my: float,
               bx: float, by: float, bfx: float, bfy: float, bw: float, bd: float) -> float:
    """Return the room between a base that slides by (mx, my) and another base, along the best separating line.

    Negative: they overlap on the way by at least that depth. With (0, 0) it is the test for two standing bases. Room
    above ``APART`` is only known to be no less than what is returned."""
    cx, cy = bx - x - mx / 2.0, by - y - my / 2.0
    along, across = abs(fx * bfx + fy * bfy), abs(fx * bfy - fy * bfx)
    room = abs(cx * fx + cy * fy) - d - bd * along - bw * across - abs(mx * fx + my * fy) / 2.0
    room = max(room, abs(cx * fy - cy * fx) - w - bd * across - bw * along - abs(mx * fy - my * fx) / 2.0)
    if room > APART:
        return room
    room = max(room, abs(cx * bfx + cy * bfy) - bd - d * along - w * across - abs(mx * bfx + my * bfy) / 2.0)
    room = max(room, abs(cx * bfy - cy * bfx) - bw - d * across - w * along - abs(mx * bfy - my * bfx) / 2.0)
    size = sqrt(mx * mx + my * my)
    if size < 1e-9 or room > APART:
        return room
    nx, ny = my / size, -mx / size
    own = d * abs(fx * nx + fy * ny) + w * abs(fy * nx - fx * ny)
    other = bd * abs(bfx * nx + bfy * ny) + bw * abs(bfy * nx - bfx * ny)
    return max(room, abs(cx * nx + cy * ny) - own - other)


@kernel
def rest_room(x: float, y: float, fx: float, fy: float, w: float, d: float,
              bx: float, by: float, bfx: float, bfy: float, bw: float, bd: float) -> float:
    """``sweep_room`` for two bases that stand still: the same number, with less to count."""
    cx, cy = bx - x, by - y
    along, across = abs(fx * bfx + fy * bfy), abs(fx * bfy - fy * bfx)
    room = abs(cx * fx + cy * fy) - d - bd * along - bw * across
    room = max(room, abs(cx * fy - cy * fx) - w - bd * across - bw * along)
    if room > APART:
        return room
    room = max(room, abs(cx * bfx + cy * bfy) - bd - d * along - w * across)
    return max(room, abs(cx * bfy - cy * bfx) - bw - d * across - w * along)


@kernel
def corner_square(u: float, v: float, along: float, across: float, w: float, d: float, bw: float, bd: float) -> float:
    """Return the square of the smallest distance of the corners of base b from another base, in that base's
    coordinates.

    (u, v) is the centre of b; ``along`` and ``across`` are the cosine and sine between the two facings."""
    a, b, c, e = bw * along, bd * across, bw * across, bd * along
    u1, v1 = max(abs(u + a - b) - w, 0.0), max(abs(v + c + e) - d, 0.0)
    u2, v2 = max(abs(u - a - b) - w, 0.0), max(abs(v - c + e) - d, 0.0)
    u3, v3 = max(abs(u - a + b) - w, 0.0), max(abs(v - c - e) - d, 0.0)
    u4, v4 = max(abs(u + a + b) - w, 0.0), max(abs(v + c - e) - d, 0.0)
    return min(min(u1 * u1 + v1 * v1, u2 * u2 + v2 * v2), min(u3 * u3 + v3 * v3, u4 * u4 + v4 * v4))


@kernel
def in_line_with(fx: float, fy: float, bfx: float, bfy: float) -> bool:
    """Do two facings lie exactly along or against one another?"""
    return fx * bfy - fy * bfx == 0.0 and abs(fx * bfx + fy * bfy) == 1.0


@kernel
def straight_square(u: float, v: float, w: float, d: float, bw: float, bd: float) -> float:
    """Return the square of ``base_gap`` for bases that face the same way or against one another along an axis of the
    table; u and v, not negative, say how far one centre is beside and before the other. Not for bases that overlap."""
    one_u, one_v = max(abs(u - bw) - w, 0.0), max(abs(v - bd) - d, 0.0)
    two_u, two_v = max(abs(u - w) - bw, 0.0), max(abs(v - d) - bd, 0.0)
    return min(one_u * one_u + one_v * one_v, two_u * two_u + two_v * two_v)


@kernel
def straight_gap(u: float, v: float, w: float, d: float, bw: float, bd: float) -> float:
    """``base_gap`` for bases that face along or against one another; u and v as in ``straight_square``."""
    if max(max(v - d - bd, u - w - bw), max(v - bd - d, u - bw - w)) <= 0.0:
        return 0.0
    return sqrt(straight_square(u, v, w, d, bw, bd))


@kernel
def base_gap(x: float, y: float, fx: float, fy: float, w: float, d: float,
             bx: float, by: float, bfx: float, bfy: float, bw: float, bd: float) -> float:
    """LGG-2.0-h The distance of the nearest points of two bases, 0 when they touch or overlap."""
    dx, dy = bx - x, by - y
    along, across = fx * bfx + fy * bfy, fx * bfy - fy * bfx
    u, v = dx * fy - dy * fx, dx * fx + dy * fy
    straight, slant = abs(along), abs(across)
    if across == 0.0 and straight == 1.0:
        return straight_gap(abs(u), abs(v), w, d, bw, bd)
    bu, bv = dy * bfx - dx * bfy, -dx * bfx - dy * bfy
    own = max(abs(v) - d - bd * straight - bw * slant, abs(u) - w - bd * slant - bw * straight)
    other = max(abs(bv) - bd - d * straight - w * slant, abs(bu) - bw - d * slant - w * straight)
    if max(own, other) <= 0.0:
        return 0.0
    return sqrt(min(corner_square(u, v, along, across, w, d, bw, bd),
                    corner_square(bu, bv, along, -across, bw, bd, w, d)))


@kernel
def area(points: Points, n: int) -> float:
    """Return the area of a convex polygon of ``n`` corners."""
    total = 0.0
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        total += points[i, 0] * points[j, 1] - points[j, 0] * points[i, 1]
    return abs(total) / 2.0


@kernel
def clip(points: Points, n: int, a: float, b: float, c: float, out: Points) -> int:
    """Keep the part of a convex polygon where a x + b y >= c; the number of corners left, in ``out``."""
    kept = 0
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        here = a * points[i, 0] + b * points[i, 1] - c
        there = a * points[j, 0] + b * points[j, 1] - c
        if here >= 0.0:
            out[kept, 0], out[kept, 1] = points[i, 0], points[i, 1]
            kept += 1
        if (here < 0.0 < there) or (there < 0.0 < here):
            share = here / (here - there)
            out[kept, 0] = points[i, 0] + share * (points[j, 0] - points[i, 0])
            out[kept, 1] = points[i, 1] + share * (points[j, 1] - points[i, 1])
            kept += 1
    return kept


@kernel
def corners_beyond(points: Points, n: int, a: float, b: float, c: float) -> int:
    """Count the corners of a polygon where a x + b y < c."""
    count = 0
    for i in range(n):
        count += int(a * points[i, 0] + b * points[i, 1] < c)
    return count


@kernel
def local_corners(x: float, y: float, fx: float, fy: float, bx: float, by: float, bfx: float, bfy: float,
                  bw: float, bd: float, out: Points) -> None:
    """The corners of base b in the local coordinates of a base at (x, y) that faces (fx, fy)."""
    corners(bx, by, bfx, bfy, bw, bd, out)
    for i in range(4):
        u, v = local(out[i, 0], out[i, 1], x, y, fx, fy)
        out[i, 0], out[i, 1] = u, v


@kernel
def wedge_area(points: Points, n: int, w: float, d: float, a: Points, b: Points) -> float:
    """LGG-2.0-d The area of a polygon (local coordinates) in the wedge ahead: v >= d, abs(u) <= w + v - d."""
    under, right = corners_beyond(points, n, 0.0, 1.0, d), corners_beyond(points, n, -1.0, 1.0, d - w)
    left = corners_beyond(points, n, 1.0, 1.0, d - w)
    if under == n or right == n or left == n:
        return 0.0
    if under + right + left == 0:
        return area(points, n)
    kept = clip(points, n, 0.0, 1.0, d, a)
    kept = clip(a, kept, -1.0, 1.0, d - w, b)
    kept = clip(b, kept, 1.0, 1.0, d - w, a)
    return area(a, kept)


@kernel
def area_behind(points: Points, n: int, d: float, a: Points) -> float:
    """LGG-2.0-f The area of a polygon (local coordinates) behind the front line."""
    return area(a, clip(points, n, 0.0, -1.0, -d, a))


@kernel
def quarter_turn(points: Points, n: int) -> None:
    """Turn a polygon a quarter to the left, so that what was on the right comes ahead."""
    for i in range(n):
        u, v = points[i, 0], points[i, 1]
        points[i, 0], points[i, 1] = -v, u


@kernel
def common_part(points: Points, n: int, convex: Points, m: int, a: Points, b: Points) -> int:
    """Clip a convex polygon by another one (counter-clockwise): the corners left, in ``a``; edges that cut it clip."""
    for i in range(n):
        a[i, 0], a[i, 1] = points[i, 0], points[i, 1]
    kept = n
    for i in range(m):
        j = i + 1 if i + 1 < m else 0
        nx, ny = convex[i, 1] - convex[j, 1], convex[j, 0] - convex[i, 0]
        edge = nx * convex[i, 0] + ny * convex[i, 1]
        beyond = corners_beyond(points, n, nx, ny, edge)
        if beyond == n:
            return 0
        if beyond > 0:
            kept = clip(a, kept, nx, ny, edge, b)
            for k in range(kept):
                a[k, 0], a[k, 1] = b[k, 0], b[k, 1]
    return kept


@kernel
def common_area(points: Points, n: int, convex: Points, m: int, a: Points, b: Points) -> float:
    """Return the area that a convex polygon shares with another one (counter-clockwise)."""
    return area(a, common_part(points, n, convex, m, a, b))


@kernel
def slab(low: float, high: float, start: float, step: float, size: float) -> tuple[float, float]:
    """Return the part of [low, high] for which start + t step lies within -size..size (empty: low above high)."""
    if abs(step) < 1e-12:
        return (low, high) if abs(start) < size else (1.0, 0.0)
    one, two = (-size - start) / step, (size - start) / step
    return max(low, min(one, two)), min(high, max(one, two))


@kernel
def segment_in_base(px: float, py: float, qx: float, qy: float,
                    x: float, y: float, fx: float, fy: float, w: float, d: float) -> tuple[float, float]:
    """Return the share of a segment that lies inside a base, from where to where (low above high: none)."""
    u, v = local(px, py, x, y, fx, fy)
    u2, v2 = local(qx, qy, x, y, fx, fy)
    low, high = slab(0.0, 1.0, u, u2 - u, w)
    return slab(low, high, v, v2 - v, d)


@kernel
def crossing(px: float, py: float, qx: float, qy: float, ax: float, ay: float, bx: float, by: float) -> float:
    """Return where segment p-q meets segment a-b, as a share of p-q; -1 if it does not. A mere touch at p does not
    count. Most do not meet, which is seen without dividing."""
    rx, ry, sx, sy = qx - px, qy - py, bx - ax, by - ay
    across = rx * sy - ry * sx
    along, aside = (ax - px) * sy - (ay - py) * sx, (ax - px) * ry - (ay - py) * rx
    if abs(across) < 1e-12 or along * across < 0.0 or aside * across < 0.0:
        return -1.0
    t, s = along / across, aside / across
    return t if 1e-9 < t <= 1.0 and 0.0 <= s <= 1.0 else -1.0


@kernel
def point_to_segment(px: float, py: float, ax: float, ay: float, bx: float, by: float) -> float:
    """Return the distance of a point from a segment."""
    sx, sy = bx - ax, by - ay
    size = sx * sx + sy * sy
    t = 0.0 if size < 1e-12 else ((px - ax) * sx + (py - ay) * sy) / size
    t = min(max(t, 0.0), 1.0)
    return length(px - ax - t * sx, py - ay - t * sy)


@kernel
def inside(px: float, py: float, convex: Points, n: int) -> bool:
    """Does a point lie in a convex polygon (counter-clockwise)?"""
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        ax, ay = convex[i, 0], convex[i, 1]
        if (convex[j, 0] - ax) * (py - ay) - (convex[j, 1] - ay) * (px - ax) < 0.0:
            return False
    return True


@kernel
def span_inside(px: float, py: float, qx: float, qy: float, convex: Points, n: int) -> tuple[float, float]:
    """From which share of a segment to which it lies inside a convex polygon ; (1, 0) where it never does."""
    low, high = 0.0, 1.0
    for i in range(n):
        j = i + 1 if i + 1 < n else 0
        ex, ey = convex[j, 0] - convex[i, 0], convex[j, 1] - convex[i, 1]
        here = ex * (py - convex[i, 1]) - ey * (px - convex[i, 0])
        there = ex * (qy - convex[i, 1]) - ey * (qx - convex[i, 0])
        if here < 0.0 and there < 0.0:
            return 1.0, 0.0
        if here < 0.0:
            low = max(low, here / (here - there))
        elif there < 0.0:
            high = min(high, here / (here - there))
    return low, high
